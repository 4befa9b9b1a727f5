import { RunProgress } from '../progress';
import { finished, outcome, record, started, summary } from './records';

const NOW = 1_000_000;

function begun(): RunProgress {
  const run = new RunProgress(summary('r1'));
  run.load(record('r1'), NOW);
  return run;
}

const states = (run: RunProgress) => run.steps.map(({ state }) => state);

describe('RunProgress', () => {
  it('waits with every execution of the plan', () => {
    const run = begun();
    expect(states(run)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(run.bound).toBe(90);
    expect(run.running).toBe(true);
  });

  it('moves on with the events', () => {
    const run = begun();
    run.apply(started(0, 1, 1), NOW);
    run.apply(finished(0, 1, 1.5), NOW);
    run.apply(started(1, 3, 1.5), NOW);
    expect(states(run)).toEqual(['done', 'running', 'waiting']);
    expect(run.current).toBe(1);
    expect(run.finished).toBe(1);
  });

  it('knows how many executions an earlier run made', () => {
    const run = begun();
    expect(run.resumed).toBe(0);
    run.apply(
      {
        type: 'kernel_ready',
        at: 0.1,
        kernel: 'python3',
        versions: {},
        warm: true,
        cold_because: null,
        resumed: 2
      },
      NOW
    );
    expect(run.resumed).toBe(2);
  });

  it('is the same when a stream is followed again from its start', () => {
    const run = begun();
    const events = [started(0, 1, 1), finished(0, 1, 1.5), started(1, 3, 1.5)];
    events.forEach(event => run.apply(event, NOW));
    const before = states(run);
    events.forEach(event => run.apply(event, NOW + 20_000));
    expect(states(run)).toEqual(before);
    // Seen late, the second time, the events don't turn back the clock.
    expect(run.elapsed(NOW + 20_000)).toBeCloseTo(21.5);
  });

  it('says of executions that it never came to that they were not run', () => {
    const run = begun();
    run.apply(finished(0, 1, 1, false), NOW);
    run.finish(outcome('other_crash', { executed: 1 }));
    expect(states(run)).toEqual(['failed', 'unreached', 'unreached']);
    expect(run.running).toBe(false);
  });

  it('takes the time of the outcome once it has ended', () => {
    const run = begun();
    expect(run.elapsed(NOW)).toBeNull();
    run.finish(outcome('no_crash', { seconds: 4.1 }));
    expect(run.elapsed(NOW + 99_000)).toBe(4.1);
  });
});
