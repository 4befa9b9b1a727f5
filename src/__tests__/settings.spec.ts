import { toSettings } from '../settings';

describe('the settings', () => {
  it('have defaults for all that is not set', () => {
    expect(toSettings({})).toEqual({
      kernels: {},
      environment: 'local',
      environments: {},
      networks: [],
      openOnClick: 'page',
      confirmReveal: true,
      askForPrediction: true,
      trialSeconds: 2
    });
  });

  it('keep the kernels that are named, and no others', () => {
    const { kernels } = toSettings({
      kernels: { starter: 'python3', broken: 3, empty: '' }
    });
    expect(kernels).toEqual({ starter: 'python3' });
  });

  it('keep the environments that there are, and no others', () => {
    const { environment, environments, networks } = toSettings({
      environment: 'moon',
      environments: { 'starter/a': 'container', 'starter/b': 'moon' },
      networks: ['starter/a', 3]
    });
    expect([environment, environments, networks]).toEqual([
      'local',
      { 'starter/a': 'container' },
      ['starter/a']
    ]);
  });

  it('take a bound of a trial that is none for the default', () => {
    expect(toSettings({ trialSeconds: 0.5 }).trialSeconds).toBe(0.5);
    expect(toSettings({ trialSeconds: 0 }).trialSeconds).toBe(2);
    expect(toSettings({ trialSeconds: 'long' }).trialSeconds).toBe(2);
  });

  it('take a choice that does not exist for the default', () => {
    expect(toSettings({ openOnClick: 'nothing' }).openOnClick).toBe('page');
    expect(toSettings({ openOnClick: 'attempt' }).openOnClick).toBe('attempt');
  });
});
