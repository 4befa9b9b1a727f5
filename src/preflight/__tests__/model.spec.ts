import type { Trial } from '../../tokens';
import { CellTrial } from '../model';

const TRIAL = { verdict: 'runs', sentence: 'Would run.' } as Trial;

describe('the trial of a cell', () => {
  it('holds what came of it', async () => {
    const trial = new CellTrial(
      'x',
      async () => TRIAL,
      async () => undefined
    );
    const states: string[] = [trial.state.status];
    trial.changed.connect(() => states.push(trial.state.status));
    await trial.ended;
    expect(states).toEqual(['trying', 'done']);
  });

  it('holds why the kernel could not be asked', async () => {
    const trial = new CellTrial(
      'x',
      () => Promise.reject(new Error('No kernel.')),
      async () => undefined
    );
    await trial.ended;
    expect(trial.state).toEqual({ status: 'failed', message: 'No kernel.' });
  });

  it('interrupts the kernel only while it tries', async () => {
    let interrupts = 0;
    let end: (trial: Trial) => void = () => undefined;
    const trial = new CellTrial(
      'x',
      () => new Promise<Trial>(resolve => (end = resolve)),
      async () => void interrupts++
    );
    const cancelled = trial.cancel();
    expect(interrupts).toBe(1);
    end(TRIAL);
    await trial.ended;
    await cancelled;
    await trial.cancel();
    expect(interrupts).toBe(1);
  });

  it('interrupts once more where the request was still on its way', async () => {
    let interrupts = 0;
    const trial = new CellTrial(
      'x',
      () => new Promise<Trial>(() => undefined),
      async () => void interrupts++
    );
    jest.useFakeTimers();
    const cancelled = trial.cancel();
    await jest.runAllTimersAsync();
    await cancelled;
    jest.useRealTimers();
    expect(interrupts).toBe(2);
  });

  it('is outdated while the cell says something else', () => {
    const trial = new CellTrial(
      'x',
      async () => TRIAL,
      async () => undefined
    );
    trial.setSource('y');
    expect(trial.outdated).toBe(true);
    trial.setSource('x');
    expect(trial.outdated).toBe(false);
  });
});
