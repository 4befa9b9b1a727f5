import { cellMarks, findLine, matchCells } from '../marks';
import { sampleTrace } from './traces';

const IDS = [0, 1, 2, 3, 4, 5].map(index => `cell-${index}`);

describe('cellMarks', () => {
  const marks = cellMarks(sampleTrace());

  it('keeps every place of a cell that ran more than once', () => {
    expect(marks[1].places).toEqual([3, 4]);
  });

  it('tells whether the last execution of a cell jumped back', () => {
    // Cell 1 was jumped back to at place 3 and then ran again where it stood.
    expect(marks[1].jumpFrom).toBeNull();
    const [first, second] = sampleTrace().executions.slice(1, 3);
    const jumped = cellMarks({
      ...sampleTrace(),
      executions: [first, second]
    });
    expect(jumped[1].jumpFrom).toBe(2);
  });

  it('puts the crash on the crash cell alone', () => {
    expect(marks.filter(mark => mark.crash).map(mark => mark.cell)).toEqual([
      4
    ]);
    expect(marks[4].crash?.line).toBe(2);
  });
});

describe('matchCells', () => {
  it('finds cells by id, so that cells added before them make no difference', () => {
    const matched = matchCells(sampleTrace(), ['new', ...IDS]);
    expect(matched.get(0)).toBe('cell-0');
    expect([...matched.values()]).not.toContain('new');
  });

  it('leaves out cells that were deleted', () => {
    const matched = matchCells(
      sampleTrace(),
      IDS.filter(id => id !== 'cell-2')
    );
    expect(matched.has(2)).toBe(false);
    expect(matched.get(3)).toBe('cell-3');
  });

  it('goes by position where the trace has no ids of this notebook', () => {
    const trace = sampleTrace();
    const cells = trace.cells.map(cell => ({ ...cell, id: null }));
    const matched = matchCells({ ...trace, cells }, ['a', 'b', 'c', 'd', 'e']);
    expect(matched.get(4)).toBe('e');
    expect(matched.has(5)).toBe(false);
  });
});

describe('findLine', () => {
  it('finds a line that moved down', () => {
    expect(findLine('a\nnew\nb', 'a\nb', 2)).toBe(3);
  });

  it('finds nothing once the line was changed', () => {
    expect(findLine('a\nb + 1', 'a\nb', 2)).toBeNull();
  });

  it('takes the nearest of equal lines', () => {
    expect(findLine('b\na\na\nb', 'a\na\nb', 3)).toBe(4);
  });

  it('finds nothing for a line that the recorded cell did not have', () => {
    expect(findLine('a', 'a', 7)).toBeNull();
  });
});
