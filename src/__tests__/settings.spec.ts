import { toSettings } from '../settings';

describe('the settings', () => {
  it('have defaults for all that is not set', () => {
    expect(toSettings({})).toEqual({
      kernels: {},
      openOnClick: 'page',
      confirmReveal: true
    });
  });

  it('keep the kernels that are named, and no others', () => {
    const { kernels } = toSettings({
      kernels: { starter: 'python3', broken: 3, empty: '' }
    });
    expect(kernels).toEqual({ starter: 'python3' });
  });

  it('take a choice that does not exist for the default', () => {
    expect(toSettings({ openOnClick: 'nothing' }).openOnClick).toBe('page');
    expect(toSettings({ openOnClick: 'attempt' }).openOnClick).toBe('attempt');
  });
});
