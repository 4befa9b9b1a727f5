import { nullTranslator } from '@jupyterlab/translation';
import { act } from 'react';
import React from 'react';
import { createRoot, type Root } from 'react-dom/client';

import type { NotebookEstimate } from '../../tokens';
import { CrashKind } from '../crash-kind';

const trans = nullTranslator.load('junobench_lab');

const said = (value: string | null, reason: string) => ({
  value,
  confidence: 0.75,
  reasons: [reason]
});

const FOUND: NotebookEstimate = {
  notebook: 'this notebook',
  crash: { ename: 'KeyError', evalue: "'price'" },
  cell: 1,
  line: "df['price']",
  estimates: {
    crash_type: said('key error', 'The exception is a KeyError.'),
    library: said('pandas', 'pandas raised it.'),
    root_cause: said(null, ''),
    stage: said('data preparation', 'It reads a column.')
  },
  similar: [
    {
      bench: 'starter',
      id: 'tram-delays',
      likeness: 0.8,
      why: ['The same exception, KeyError.'],
      labels: {
        library: 'pandas',
        crash_type: 'key error',
        root_cause: null,
        stage: null,
        ml_bug: null,
        pattern: null
      },
      crash: null
    }
  ]
};

describe('CrashKind', () => {
  let host: HTMLElement;
  let root: Root;

  beforeEach(() => {
    host = document.createElement('div');
    document.body.appendChild(host);
    root = createRoot(host);
  });

  afterEach(async () => {
    await act(async () => root.unmount());
    host.remove();
  });

  async function show(
    estimate: () => Promise<NotebookEstimate>,
    onCase = jest.fn(),
    crash = 'a'
  ) {
    await act(async () =>
      root.render(
        <CrashKind
          crash={crash}
          estimate={estimate}
          onCase={onCase}
          trans={trans}
        />
      )
    );
    if (host.querySelector('.jp-jbl-kind') === null) {
      await press('What kind of crash');
    }
    return onCase;
  }

  async function press(name: string) {
    const button = [...host.querySelectorAll('button')].find(one =>
      one.textContent?.includes(name)
    );
    await act(async () => button?.click());
  }

  it('asks for nothing before a person does', async () => {
    const estimate = jest.fn(async () => FOUND);
    await show(estimate);
    expect(estimate).not.toHaveBeenCalled();
  });

  it('shows labels with their reasons and opens a similar case', async () => {
    const onCase = await show(async () => FOUND);
    await press('Estimate');
    expect(host.textContent).toContain('key error');
    expect(host.textContent).toContain('pandas raised it.');
    expect(host.querySelector('meter')?.getAttribute('value')).toBe('75');
    await press('tram-delays');
    expect(onCase).toHaveBeenCalledWith({
      bench: 'starter',
      id: 'tram-delays'
    });
  });

  it('says why it could not be estimated and can be asked again', async () => {
    const estimate = jest
      .fn<Promise<NotebookEstimate>, []>()
      .mockRejectedValueOnce(new Error('The server is gone.'))
      .mockResolvedValueOnce(FOUND);
    await show(estimate);
    await press('Estimate');
    expect(host.querySelector('[role=alert]')?.textContent).toContain(
      'The server is gone.'
    );
    await press('Estimate');
    expect(host.textContent).toContain('key error');
  });

  it('forgets an estimate when the notebook holds another crash', async () => {
    await show(async () => FOUND);
    await press('Estimate');
    await show(async () => FOUND, jest.fn(), 'b');
    expect(host.textContent).not.toContain('key error');
  });
});
