import { blocksOf, differencesIn } from '../blocks';
import { connectors, GAP, STEP_PITCH } from '../sequence';
import { sampleComparison, step } from './comparisons';

describe('blocksOf', () => {
  const { cells } = sampleComparison();

  it('folds neighbouring equal cells into one block', () => {
    const sizes = blocksOf(cells, true).map(block =>
      block.kind === 'unchanged' ? block.pairs.length : 'cell'
    );
    expect(sizes).toEqual([2, 'cell', 1, 'cell', 'cell']);
  });

  it('keeps cells in view that differ in comments alone, but steps past them', () => {
    const blocks = blocksOf(cells, true);
    expect(differencesIn(blocks)).toBe(2);
    expect(
      blocks.map(block => (block.kind === 'cell' ? block.difference : 'same'))
    ).toEqual(['same', null, 'same', 0, 1]);
  });

  it('takes comments for differences when asked to', () => {
    expect(differencesIn(blocksOf(cells, false))).toBe(3);
  });

  it('keeps every cell once', () => {
    const kept = blocksOf(cells, true).flatMap(block =>
      block.kind === 'unchanged' ? block.pairs : [block.pair]
    );
    expect(kept).toEqual(cells);
  });
});

describe('connectors', () => {
  const { cells } = sampleComparison();
  const middle = (index: number) => index * STEP_PITCH + STEP_PITCH / 2;

  it('joins the two sides of a place straight', () => {
    expect(connectors([step('same', 0, 0)], cells)).toEqual([
      { moved: false, path: `M${middle(0)} 0V${GAP}` }
    ]);
  });

  it('joins the two places of a cell that ran at another place', () => {
    const { sequence } = sampleComparison();
    const moved = connectors(sequence, cells).filter(line => line.moved);
    expect(moved).toHaveLength(1);
    expect(moved[0].path.startsWith(`M${middle(2)} 0`)).toBe(true);
    expect(moved[0].path.endsWith(`${middle(5)} ${GAP}`)).toBe(true);
  });

  it('joins nothing that ran on one side alone', () => {
    expect(connectors([step('only_left', 1, null)], cells)).toEqual([]);
  });

  it('finds the counterpart by the pairs of cells, not by their numbers', () => {
    const shifted = [{ ...cells[0], left: 3, right: 4 }];
    const sequence = [step('moved', null, 4), step('moved', 3, null)];
    expect(connectors(sequence, shifted)).toHaveLength(1);
    expect(
      connectors([step('moved', null, 3), step('moved', 3, null)], shifted)
    ).toEqual([]);
  });
});
