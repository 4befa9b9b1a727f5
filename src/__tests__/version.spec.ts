import { agrees } from '../version';

describe('the two halves', () => {
  const own = { version: '1.2.0', api: 3 };

  it('agree when release and routes are the same', () => {
    expect(agrees({ version: '1.2.0', api: 3 }, own)).toBe(true);
  });

  it('disagree when either differs', () => {
    expect(agrees({ version: '1.2.1', api: 3 }, own)).toBe(false);
    expect(agrees({ version: '1.2.0', api: 2 }, own)).toBe(false);
  });
});
