import { SessionRecord } from '../session';

let session: SessionRecord;

beforeEach(() => {
  session = new SessionRecord();
});

function ran(id: string, count: number | null): void {
  session.add(id, count, `${id} = 1`, null);
}

describe('SessionRecord', () => {
  it('keeps the order in which cells ran, repeats included', () => {
    ran('b', 1);
    ran('a', 2);
    ran('b', 3);
    expect(session.cells).toEqual(['b', 'a', 'b']);
  });

  it('forgets everything when the kernel is gone', () => {
    ran('a', 1);
    session.clear();
    expect(session.cells).toEqual([]);
    ran('b', 1);
    expect(session.cells).toEqual(['b']);
  });

  it('stands for nothing when something ran that it did not see', () => {
    ran('a', 1);
    ran('b', 3);
    expect(session.cells).toEqual([]);
    expect(session.complete).toBe(false);
    session.clear();
    ran('a', 1);
    expect(session.cells).toEqual(['a']);
    expect(session.complete).toBe(true);
  });

  it('leaves out cells that the kernel did not run', () => {
    ran('a', 1);
    ran('aborted', null);
    ran('b', 2);
    expect(session.cells).toEqual(['a', 'b']);
  });

  it('keeps the source as it was sent, also of a cell edited while it ran', () => {
    session.schedule('a', 'x = 1');
    session.schedule('a', 'x = 2');
    session.add('a', 1, 'x = 3', null);
    session.add('a', 2, 'x = 3', null);
    session.add('a', 3, 'x = 3', null);
    expect(session.executions.map(({ source }) => source)).toEqual([
      'x = 1',
      'x = 2',
      'x = 3'
    ]);
  });

  it('keeps the error with the traceback as the kernel sent it', () => {
    const traceback = ['ZeroDivisionError', 'Cell In[1], line 2'];
    session.add('b', 1, 'x = 1\n1 / 0', {
      ename: 'ZeroDivisionError',
      evalue: 'division by zero',
      traceback
    });
    expect(session.executions[0]).toEqual({
      id: 'b',
      source: 'x = 1\n1 / 0',
      ok: false,
      ename: 'ZeroDivisionError',
      evalue: 'division by zero',
      count: 1,
      traceback
    });
  });
});
