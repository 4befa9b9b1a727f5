import type { JupyterFrontEnd } from '@jupyterlab/application';
import { nullTranslator } from '@jupyterlab/translation';
import { CommandRegistry } from '@lumino/commands';
import { MessageLoop } from '@lumino/messaging';
import { Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import { act } from 'react';

import '../../__tests__/mounted';
import { CommandIDs } from '../../commands';
import type { BenchInfo, IInstances, InstancePage } from '../../tokens';
import plugins from '..';
import { progressClient } from '../../progress/__tests__/progress';
import { ProgressModel } from '../../progress/model';
import { SystemsModel } from '../../systems/model';
import { CatalogModel } from '../model';
import { CatalogPanel } from '../widget';

const bench: BenchInfo = {
  name: 'starter',
  title: 'Starter bench',
  path: '',
  instances: 0,
  problems: []
};

const nothing: InstancePage = {
  bench: 'starter',
  instances: [],
  matched: 0,
  total: 0,
  offset: 0,
  facets: [],
  problems: [],
  systems: [],
  marks: {}
};

describe('the panel of benches', () => {
  let answer: () => void;
  let panel: CatalogPanel;

  /** As the shell does it: show the panel, then ask it to take the focus. */
  async function activate(): Promise<void> {
    await act(async () => {
      panel.show();
      MessageLoop.sendMessage(panel, Widget.Msg.ActivateRequest);
      MessageLoop.flush();
    });
  }

  beforeEach(async () => {
    const benches = new Promise<BenchInfo[]>(resolve => {
      answer = () => resolve([bench]);
    });
    const client = { benches: () => benches, instances: async () => nothing };
    panel = new CatalogPanel(
      new CatalogModel({ client }),
      new ProgressModel(progressClient({})),
      new SystemsModel({
        systems: async name => ({ bench: name, systems: [], charts: [] })
      }),
      {
        show: jest.fn(),
        open: jest.fn(),
        addBench: jest.fn(),
        fetchBench: jest.fn(),
        progress: { export: jest.fn(), remove: jest.fn() },
        systems: {
          load: jest.fn(),
          shares: jest.fn(),
          unload: jest.fn(),
          cancelGrading: jest.fn(),
          grade: jest.fn()
        }
      },
      nullTranslator
    );
    panel.hide();
    await act(async () => Widget.attach(panel, document.body));
  });

  afterEach(async () => {
    await act(async () => panel.dispose());
  });

  const search = () =>
    panel.node.querySelector<HTMLElement>('.jp-jbl-search input');

  it('gives the focus to the search when the first answer has come', async () => {
    await activate();
    expect(document.activeElement).toBe(panel.node);
    await act(async () => answer());
    expect(search()).not.toBeNull();
    expect(document.activeElement).toBe(search());
  });

  it('leaves the focus where the person has gone in the meantime', async () => {
    await activate();
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    elsewhere.focus();
    await act(async () => answer());
    expect(search()).not.toBeNull();
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });

  it('gives the focus to the search at once where there are rows', async () => {
    await act(async () => {
      panel.show();
      answer();
    });
    await activate();
    expect(document.activeElement).toBe(search());
  });
});

describe('the command for the panel', () => {
  it('takes the focus after the palette has given it back', async () => {
    const order: string[] = [];
    const commands = new CommandRegistry();
    const app = {
      commands,
      serviceManager: {},
      shell: {
        add: (panel: Widget) => order.push(`add ${panel.id}`),
        activateById: (id: string) => order.push(`activate ${id}`)
      }
    };
    await plugins[0].activate(
      app as unknown as JupyterFrontEnd,
      { changed: new Signal({}) } as unknown as IInstances
    );
    // The palette listens to this signal.
    commands.commandExecuted.connect(() => order.push('palette'));
    await commands.execute(CommandIDs.browse);
    expect(order).toEqual([
      'add junobench-lab-catalog',
      'palette',
      'activate junobench-lab-catalog'
    ]);
  });
});
