import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import {
  ICommandPalette,
  InputDialog,
  Notification
} from '@jupyterlab/apputils';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { IFileBrowserFactory } from '@jupyterlab/filebrowser';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { addIcon } from '@jupyterlab/ui-components';

import { chosenFiles } from '../chosen-files';
import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { orTell } from '../failure';
import { benchIcon } from '../icons';
import { ISystems } from '../tokens';
import { SystemsModel } from './model';
import { Systems } from './service';
import { SharesWidget } from './shares';
import { systemName } from './words';

/** Loads systems, from the file browser too. */
const systems: JupyterFrontEndPlugin<ISystems> = {
  id: 'junobench-lab:systems',
  description: 'Loads what systems predicted, to show it beside the instances.',
  autoStart: true,
  provides: ISystems,
  requires: [IDocumentManager],
  optional: [ITranslator, ICommandPalette, IFileBrowserFactory],
  activate: (
    app: JupyterFrontEnd,
    documents: IDocumentManager,
    translator: ITranslator | null,
    palette: ICommandPalette | null,
    browsers: IFileBrowserFactory | null
  ): ISystems => {
    const { commands, shell } = app;
    const { contents } = app.serviceManager;
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const service = new Systems(client);

    const askForFiles = () =>
      chosenFiles(
        documents,
        trans.__(
          'Load which predictions? Of repairs, choose the file of their runs as well.'
        ),
        ({ path }) => /\.(jsonl|ndjson|json|txt)$/.test(path)
      );
    const askForBench = async (): Promise<string | null> => {
      const benches = await client.benches();
      if (benches.length < 2) {
        return benches[0]?.name ?? null;
      }
      const { button, value } = await InputDialog.getItem({
        title: trans.__('Of which bench?'),
        items: benches.map(({ title }) => title)
      });
      return button.accept
        ? (benches.find(({ title }) => title === value)?.name ?? null)
        : null;
    };
    const load = async (
      paths: string[],
      bench: string | null,
      name: string | null
    ): Promise<void> => {
      const local = paths.map(path => contents.localPath(path));
      const chosen = bench ?? (await askForBench());
      if (chosen === null || local.length === 0) {
        return;
      }
      const system = await service.load(chosen, local, name);
      const told = trans.__(
        'Loaded %1: %2.',
        systemName(system, trans),
        system.sentence.replace(/\.$/, '')
      );
      Notification.info([told, ...system.problems].join(' '));
    };

    commands.addCommand(CommandIDs.loadSystem, {
      label: trans.__("Load a System's Predictions…"),
      caption: trans.__(
        'Show beside the crashes of a bench what a system predicted'
      ),
      icon: addIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            bench: { type: 'string', description: 'Name of the bench.' },
            paths: {
              type: 'array',
              items: { type: 'string' },
              description:
                'Files of predictions and of runs; asked for if left out.'
            },
            name: { type: 'string', description: 'Name of the system.' }
          }
        }
      },
      execute: async ({ bench, paths, name }) => {
        await orTell(trans.__('The system could not be loaded'), async () =>
          load(
            isTexts(paths) ? paths : await askForFiles(),
            typeof bench === 'string' ? bench : null,
            typeof name === 'string' ? name : null
          )
        );
      }
    });
    const selected = () => [
      ...(browsers?.tracker.currentWidget?.selectedItems() ?? [])
    ];
    commands.addCommand(CommandIDs.loadSelectedSystem, {
      label: trans.__("Load as a System's Predictions"),
      icon: addIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isVisible: () => [1, 2].includes(selected().length),
      execute: () =>
        commands.execute(CommandIDs.loadSystem, {
          paths: selected().map(({ path }) => path)
        })
    });
    app.contextMenu.addItem({
      command: CommandIDs.loadSelectedSystem,
      selector: '.jp-DirListing-item[data-file-type="jsonl"]',
      rank: 61
    });
    let shares: SharesWidget | null = null;
    commands.addCommand(CommandIDs.showShares, {
      label: trans.__('Show the Share Right by Label…'),
      caption: trans.__(
        'How often each loaded system is right, by every label of the bench'
      ),
      icon: benchIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            bench: { type: 'string', description: 'Name of the bench.' }
          }
        }
      },
      execute: async ({ bench }) => {
        const chosen =
          typeof bench === 'string'
            ? bench
            : await orTell(
                trans.__('The benches could not be listed'),
                askForBench
              );
        if (chosen === null) {
          return;
        }
        if (!shares) {
          shares = new SharesWidget({
            model: new SystemsModel(client),
            changed: service.changed,
            translator: translator ?? nullTranslator
          });
          shares.disposed.connect(() => {
            shares = null;
          });
          shell.add(shares, 'main', { type: 'JunoBench Lab' });
          if (!shares.parent) {
            // Jupyter Notebook's main area takes one widget alone.
            shell.add(shares, 'down', { type: 'JunoBench Lab' });
          }
        }
        shell.activateById(shares.id);
        await shares.model.choose(chosen);
      }
    });
    for (const command of [CommandIDs.loadSystem, CommandIDs.showShares]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    return service;
  }
};

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(one => typeof one === 'string');
}

export default [systems];
