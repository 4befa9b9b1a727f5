import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { Hint, InstanceView, Reveal } from '../../tokens';
import { NextHint, nextHint, ShownHints } from '../hints';

const trans = nullTranslator.load('junobench_lab');

const STEPS: Reveal[] = ['root_cause', 'explanation', 'diagnosis', 'fixed'];

function view(shown: Reveal[], allowed = true): InstanceView {
  const hints = STEPS.map((what, index): Hint => {
    const isShown = shown.includes(what);
    const lines = isShown ? [`Line of ${what}.`] : [];
    return {
      step: index + 1,
      what,
      title: `Title of ${what}`,
      tells: `what ${what} tells`,
      shown: isShown,
      lines
    };
  });
  return { hints, reveals: { allowed } } as unknown as InstanceView;
}

describe('hints', () => {
  let mounted: Mounted;
  let asked: string[];

  beforeEach(() => {
    mounted = new Mounted();
    asked = [];
  });

  afterEach(() => mounted.unmount());

  const draw = (drawn: InstanceView) =>
    mounted.render(
      <>
        <ShownHints view={drawn} className="" trans={trans} />
        <NextHint
          view={drawn}
          trans={trans}
          onAsk={({ what }) => asked.push(what)}
        />
      </>
    );

  it('come one at a time, in their order', () => {
    draw(view(['root_cause']));
    expect(mounted.texts('button')).toEqual(['Hint 2 of 4']);
    mounted.click('button');
    expect(asked).toEqual(['explanation']);
  });

  it('open the latest and fold those before', () => {
    draw(view(['root_cause', 'explanation']));
    const folds = Array.from(
      mounted.host.querySelectorAll('details'),
      ({ open }) => open
    );
    expect(folds).toEqual([false, true]);
  });

  it('leave out a step that was taken out of turn', () => {
    expect(nextHint(view(['root_cause', 'fixed']))?.what).toBe('explanation');
  });

  it('are not offered where the server shows none, or all are shown', () => {
    draw(view([], false));
    expect(mounted.texts('button')).toEqual([]);
    expect(mounted.host.textContent).toContain('switched off');
    draw(view(STEPS));
    expect(mounted.texts('button')).toEqual([]);
  });
});
