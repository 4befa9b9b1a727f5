import {
  ILayoutRestorer,
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import {
  Dialog,
  ICommandPalette,
  InputDialog,
  Notification,
  showDialog
} from '@jupyterlab/apputils';
import { ILauncher } from '@jupyterlab/launcher';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { addIcon, downloadIcon } from '@jupyterlab/ui-components';
import { Debouncer } from '@lumino/polling';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { orTell } from '../failure';
import { benchIcon } from '../icons';
import { ProgressModel } from '../progress/model';
import { LabSettings } from '../settings';
import { SystemsModel } from '../systems/model';
import { IInstances, ISystems } from '../tokens';
import { CatalogModel } from './model';
import { CatalogPanel } from './widget';

/** Milliseconds that the keyboard rests on a row before its page is shown. */
const REST = 150;

/** The panel of benches, and the ways to it. */
const catalog: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:catalog',
  description: 'Shows the benches and their instances in a side panel.',
  autoStart: true,
  requires: [IInstances],
  optional: [
    ISettingRegistry,
    ITranslator,
    ICommandPalette,
    ILauncher,
    ILayoutRestorer,
    ISystems
  ],
  activate: (
    app: JupyterFrontEnd,
    instances: IInstances,
    registry: ISettingRegistry | null,
    maybeTranslator: ITranslator | null,
    palette: ICommandPalette | null,
    launcher: ILauncher | null,
    restorer: ILayoutRestorer | null,
    systems: ISystems | null
  ): void => {
    const { commands, shell } = app;
    const translator = maybeTranslator ?? nullTranslator;
    const trans = translator.load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const settings = new LabSettings(registry);
    const model = new CatalogModel({ client });
    const progress = new ProgressModel(client);
    const loaded = systems && new SystemsModel(client);
    model.changed.connect(() => {
      void progress.choose(model.bench);
      void loaded?.choose(model.bench);
    });
    systems?.changed.connect(() => {
      void loaded?.refresh();
      void model.reread();
    });
    loaded?.graded.connect(() => systems?.graded());
    instances.changed.connect((_, { bench }) => {
      if (bench === model.bench) {
        // From the first attempt on a row lacks the labels that are hints.
        void progress.refresh();
        void model.reread();
      }
    });

    const showRested = new Debouncer(() => {
      const key = model.selected;
      if (key) {
        const title = trans.__('The instance could not be shown');
        void orTell(title, () => instances.openPage(key));
      }
    }, REST);
    const open = () => {
      const key = model.selected;
      if (key) {
        void commands.execute(CommandIDs.openAttempt, { ...key });
      }
    };
    const onBench = (
      act: (bench: string) => Promise<void> | undefined
    ): void => {
      const { bench } = model;
      if (bench !== null) {
        const title = trans.__('The systems could not be judged');
        void orTell(title, async () => act(bench));
      }
    };
    const panel = new CatalogPanel(
      model,
      progress,
      loaded,
      {
        open,
        show: clicked => {
          if (clicked && settings.current.openOnClick === 'attempt') {
            open();
          } else {
            void showRested.invoke();
          }
        },
        addBench: () => void commands.execute(CommandIDs.addBench),
        fetchBench: () => void commands.execute(CommandIDs.fetchBench),
        progress: {
          export: () => void commands.execute(CommandIDs.exportProgress),
          remove: () => void commands.execute(CommandIDs.removeProgress)
        },
        systems: {
          load: () =>
            void commands.execute(CommandIDs.loadSystem, {
              bench: model.bench
            }),
          shares: () =>
            void commands.execute(CommandIDs.showShares, {
              bench: model.bench
            }),
          cancelGrading: () => onBench(bench => systems?.cancelGrading(bench)),
          grade: () => onBench(bench => systems?.grade(bench)),
          unload: key =>
            void orTell(
              trans.__('The system could not be unloaded'),
              async () => systems?.unload(key)
            )
        }
      },
      translator
    );
    shell.add(panel, 'left', { rank: 510, type: 'JunoBench Lab' });
    restorer?.add(panel, panel.id);

    commands.addCommand(CommandIDs.browse, {
      label: trans.__('Browse Crashes'),
      caption: trans.__('Show the benches of notebook crashes'),
      icon: benchIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: async () => {
        // The palette gives the focus back to the main area once a command has been called: take it after that.
        await Promise.resolve();
        shell.activateById(panel.id);
      }
    });
    commands.addCommand(CommandIDs.addBench, {
      label: trans.__('Add a Folder as a Bench…'),
      caption: trans.__(
        'Add a folder in the layout of JunoBench, with its label sheet'
      ),
      icon: addIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description: 'Folder on the server; asked for if left out.'
            }
          }
        }
      },
      execute: async args => {
        const path =
          typeof args.path === 'string' ? args.path : await askForFolder();
        if (!path) {
          return;
        }
        await orTell(trans.__('The bench could not be added'), async () => {
          const bench = await client.addBench(path);
          await commands.execute(CommandIDs.showBench, { bench: bench.name });
        });
      }
    });
    commands.addCommand(CommandIDs.showBench, {
      label: trans.__('Show a Bench'),
      describedBy: {
        args: {
          type: 'object',
          properties: {
            bench: {
              type: 'string',
              description:
                'Name of the bench; without, the list is loaded anew.'
            }
          }
        }
      },
      execute: async ({ bench }) => {
        if (typeof bench === 'string') {
          await model.refresh();
          await model.choose(bench);
          shell.activateById(panel.id);
        } else if (model.benches.length > 0) {
          await model.refresh();
        }
      }
    });
    commands.addCommand(CommandIDs.exportProgress, {
      label: trans.__('Export Your Progress…'),
      caption: trans.__('Save what you did, and how far you got, as a file'),
      icon: downloadIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: async () => {
        const { button, value } = await InputDialog.getItem({
          title: trans.__('Export your progress'),
          label: trans.__(
            'csv: a table with a line for each attempt. json: every entry.'
          ),
          items: ['csv', 'json'],
          okLabel: trans.__('Export')
        });
        if (button.accept && (value === 'csv' || value === 'json')) {
          await orTell(
            trans.__('The progress could not be exported'),
            async () => save(await progress.file(value))
          );
        }
      }
    });
    commands.addCommand(CommandIDs.removeProgress, {
      label: trans.__('Remove Your Progress…'),
      caption: trans.__('Forget how far you got in the bench that is shown'),
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () => model.bench !== null,
      execute: async () => {
        const { button } = await showDialog({
          title: trans.__('Remove your progress in this bench?'),
          body: trans.__(
            "It can't be had back; export it first if you want to keep it. Your attempts stay."
          ),
          buttons: [
            Dialog.cancelButton(),
            Dialog.warnButton({ label: trans.__('Remove') })
          ],
          defaultButton: 0
        });
        if (button.accept) {
          const said = await orTell(
            trans.__('The progress could not be removed'),
            () => progress.remove()
          );
          if (said) {
            Notification.info(said);
          }
        }
      }
    });
    const askForFolder = async (): Promise<string> => {
      const { button, value } = await InputDialog.getText({
        title: trans.__('Add a folder as a bench'),
        label: trans.__(
          'Folder on the server that holds benchmark_desc.xlsx and benchmark/:'
        ),
        placeholder: trans.__('/path/to/JunoBench'),
        okLabel: trans.__('Add')
      });
      return button.accept ? (value ?? '').trim() : '';
    };

    for (const command of [
      CommandIDs.browse,
      CommandIDs.addBench,
      CommandIDs.exportProgress,
      CommandIDs.removeProgress
    ]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    launcher?.add({
      command: CommandIDs.browse,
      category: trans.__('JunoBench'),
      rank: 1
    });
  }
};

/** Hand a file over to the browser's downloads. */
function save(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(url);
}

export default [catalog];
