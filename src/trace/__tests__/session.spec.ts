import { SessionRecord } from '../session';

describe('SessionRecord', () => {
  it('keeps the order in which cells ran, repeats included', () => {
    const session = new SessionRecord();
    session.add('b', 1);
    session.add('a', 2);
    session.add('b', 3);
    expect(session.cells).toEqual(['b', 'a', 'b']);
  });

  it('forgets everything when the kernel is gone', () => {
    const session = new SessionRecord();
    session.add('a', 1);
    session.clear();
    expect(session.cells).toEqual([]);
    session.add('b', 1);
    expect(session.cells).toEqual(['b']);
  });

  it('stands for nothing when something ran that it did not see', () => {
    const session = new SessionRecord();
    session.add('a', 1);
    session.add('b', 3);
    expect(session.cells).toEqual([]);
    session.clear();
    session.add('a', 1);
    expect(session.cells).toEqual(['a']);
  });

  it('leaves out cells that the kernel did not run', () => {
    const session = new SessionRecord();
    session.add('a', 1);
    session.add('aborted', null);
    session.add('b', 2);
    expect(session.cells).toEqual(['a', 'b']);
  });
});
