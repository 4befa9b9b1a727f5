import plugins from '..';

describe('the extension', () => {
  it('names each of its plugins once, under its own prefix', () => {
    const ids = plugins.map(plugin => plugin.id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^junobench-lab:/);
    }
  });
});
