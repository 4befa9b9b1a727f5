import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { PathExt } from '@jupyterlab/coreutils';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { addIcon, checkIcon } from '@jupyterlab/ui-components';

import { chosenFiles, chosenFolder, isNotebook } from '../chosen-files';
import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { IInstances, ITraces } from '../tokens';
import { CurationDialogs } from './dialogs';
import { CurationModel } from './model';
import type { Chosen } from './wish';

/** How the server names benches of drafts; with a number where the name was taken. */
const DRAFTS = /-drafts(-\d+)?$/;

/** Makes instances of a person's own crashes. */
const curation: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:curation',
  description: "Makes an instance of the crash in a person's own notebook.",
  autoStart: true,
  requires: [INotebookTracker, IInstances],
  optional: [ITraces, ITranslator, ICommandPalette, IDocumentManager],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    instances: IInstances,
    traces: ITraces | null,
    translator: ITranslator | null,
    palette: ICommandPalette | null,
    manager: IDocumentManager | null
  ): void => {
    const { commands } = app;
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const model = new CurationModel(
      new LabClient(app.serviceManager.serverSettings),
      trans.__('The connection was lost; it may have gone on.')
    );
    const choose = async (
      what: Chosen,
      beside: string
    ): Promise<string | null> => {
      if (!manager) {
        return null;
      }
      const defaultPath = PathExt.dirname(beside);
      const [chosen] =
        what === 'bench'
          ? await chosenFolder(
              manager,
              trans.__('Which folder is, or becomes, your bench?'),
              defaultPath
            )
          : await chosenFiles(
              manager,
              trans.__('Which notebook is the repaired one?'),
              isNotebook,
              defaultPath
            );
      return chosen === undefined
        ? null
        : app.serviceManager.contents.localPath(chosen) || '.';
    };
    const dialogs = new CurationDialogs(
      model,
      async key => {
        await instances.openPage(key);
        // The list learns of a bench that is new.
        await commands.execute(CommandIDs.showBench, { bench: key.bench });
      },
      manager && choose,
      trans
    );
    /** The server works with the files, and the person means what is on the screen. */
    const saved = async (panel: NotebookPanel): Promise<string> => {
      if (panel.context.model.dirty) {
        await panel.context.save();
      }
      return panel.context.path;
    };
    const own = () => {
      const panel = tracker.currentWidget;
      return panel && instances.shown(panel) === null ? panel : null;
    };
    const attempt = () => {
      const panel = tracker.currentWidget;
      const shown = panel && instances.shown(panel);
      return panel && shown?.attempt !== undefined ? { panel, shown } : null;
    };
    const noArguments = { args: { type: 'object', properties: {} } } as const;
    commands.addCommand(CommandIDs.makeInstance, {
      label: trans.__('Make an Instance of This Crash…'),
      caption: trans.__(
        'Make the crash of this notebook an instance of your own bench: short, with little data, labelled and verified'
      ),
      icon: addIcon,
      describedBy: noArguments,
      isVisible: () => own() !== null,
      isEnabled: () => own() !== null,
      execute: async () => {
        const panel = own();
        if (panel && !(await dialogs.showRunning())) {
          await dialogs.make(panel.context.path, async () => ({
            path: await saved(panel),
            session: traces?.record(panel) ?? null,
            kernel: panel.sessionContext.session?.kernel?.name ?? null
          }));
        }
      }
    });
    commands.addCommand(CommandIDs.acceptDraft, {
      label: trans.__('Accept This Draft with My Repair'),
      caption: trans.__(
        'Verify a draft of your own bench with this attempt as its repair, and take it into the bench'
      ),
      icon: checkIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            inMenu: {
              type: 'boolean',
              description: 'Whether it shows with attempts at drafts alone.'
            }
          }
        }
      },
      // In the menu of every notebook it would mostly be in the way.
      isVisible: ({ inMenu }) =>
        inMenu !== true || DRAFTS.test(attempt()?.shown.bench ?? ''),
      isEnabled: () => attempt() !== null,
      execute: async () => {
        const found = attempt();
        if (found && !(await dialogs.showRunning())) {
          const { panel, shown } = found;
          const draft = { bench: shown.bench, id: shown.id };
          await dialogs.accept(draft, () => saved(panel));
        }
      }
    });
    const ids = [CommandIDs.makeInstance, CommandIDs.acceptDraft];
    tracker.currentChanged.connect(() => {
      for (const id of ids) {
        commands.notifyCommandChanged(id);
      }
    });
    for (const command of ids) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    app.contextMenu.addItem({
      command: CommandIDs.makeInstance,
      selector: '.jp-Notebook',
      rank: 602
    });
    app.contextMenu.addItem({
      command: CommandIDs.acceptDraft,
      args: { inMenu: true },
      selector: '.jp-Notebook',
      rank: 603
    });
  }
};

export default [curation];
