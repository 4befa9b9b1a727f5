import { nullTranslator } from '@jupyterlab/translation';
import { Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import { act } from 'react';

import '../../__tests__/mounted';
import type { LoadedSystem } from '../../tokens';
import { SystemsModel } from '../model';
import { SharesWidget } from '../shares';
import { listOf, OURS, THEIRS } from './systems';

describe('the share right by label', () => {
  let loaded: LoadedSystem[];
  let widget: SharesWidget;
  let fails: boolean;
  const changed = new Signal<object, void>({});
  const texts = (selector: string): string[] =>
    Array.from(
      widget.node.querySelectorAll(selector),
      element => element.textContent ?? ''
    );

  beforeEach(async () => {
    loaded = [OURS, THEIRS];
    fails = false;
    const systems = async () => {
      if (fails) {
        throw new Error('The bench is gone.');
      }
      return listOf(loaded);
    };
    widget = new SharesWidget({
      model: new SystemsModel({ systems }),
      changed,
      translator: nullTranslator
    });
    await act(async () => {
      Widget.attach(widget, document.body);
      await widget.model.choose('starter');
    });
  });

  afterEach(() => act(() => widget.dispose()));

  it('is told for each system by the values of each label', () => {
    expect(texts('h2')).toEqual(['Library']);
    expect(texts('.jp-jbl-shares ul .jp-jbl-sr')).toEqual([
      'ours (labels): right about 2 of 3',
      'theirs (labels): right about 1 of 3',
      'ours (labels): nothing to judge',
      'theirs (labels): nothing to judge'
    ]);
  });

  it('has a bar as long as the share', () => {
    const bars = widget.node.querySelectorAll<HTMLElement>('.jp-jbl-shares i');
    expect(Array.from(bars, bar => parseFloat(bar.style.width))).toEqual([
      expect.closeTo(66.67, 1),
      expect.closeTo(33.33, 1),
      0,
      0
    ]);
  });

  it('says which letter is which system', () => {
    expect(texts('.jp-jbl-shares-legend li')).toEqual([
      'Aours labels right about 2 of 3 crashes',
      'Btheirs labels right about 1 of 3 crashes'
    ]);
  });

  it('follows what is loaded and unloaded', async () => {
    loaded = [THEIRS];
    await act(async () => changed.emit());
    expect(texts('.jp-jbl-shares-legend li')).toHaveLength(1);
    loaded = [];
    await act(async () => changed.emit());
    expect(widget.node.textContent).toContain('No system is loaded.');
  });

  it('says what went wrong', async () => {
    fails = true;
    await act(async () => changed.emit());
    expect(texts('[role="alert"]')).toEqual(['The bench is gone.']);
  });
});
