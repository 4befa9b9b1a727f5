import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { CodeCell } from '@jupyterlab/cells';
import {
  INotebookTracker,
  NotebookActions,
  type NotebookPanel
} from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { tryIcon } from '../icons';
import { LabSettings } from '../settings';
import { ITraces } from '../tokens';
import { notebookContent } from '../trace/notebook-content';
import { tryInKernel } from './kernel';
import { CellTrial } from './model';
import { TrialPanel } from './panel';

/** Tries a cell in a throw-away copy of its session, in any Python notebook. */
const preflight: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:preflight',
  description:
    'Tries a cell before it runs: whether it would crash, and what it would change.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ITraces, ITranslator, ICommandPalette, ISettingRegistry],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    traces: ITraces | null,
    translator: ITranslator | null,
    palette: ICommandPalette | null,
    registry: ISettingRegistry | null
  ): void => {
    const { commands } = app;
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const settings = new LabSettings(registry);
    const panels = new WeakMap<CodeCell, TrialPanel>();
    const latest = new WeakMap<NotebookPanel, CellTrial>();

    const tryCell = (
      notebook: NotebookPanel,
      cell: CodeCell
    ): Promise<void> => {
      const kernel = notebook.sessionContext.session?.kernel ?? null;
      const { model } = notebook.content;
      const source = cell.model.sharedModel.getSource();
      const earlier = latest.get(notebook);
      const trial = new CellTrial(
        source,
        async cancelled => {
          // A kernel tries one cell at a time: the one asked for last.
          void earlier?.cancel();
          await earlier?.ended;
          if (!kernel || !model) {
            throw new Error(
              trans.__(
                'This notebook has no kernel: start one, then try again.'
              )
            );
          }
          return tryInKernel({
            client,
            kernel,
            cell: cell.model.id,
            source,
            seconds: settings.current.trialSeconds,
            notebook: notebookContent(model),
            session: traces?.record(notebook) ?? null,
            cancelled,
            trans
          });
        },
        async () => kernel?.interrupt()
      );
      latest.set(notebook, trial);
      const before = panels.get(cell);
      const focused = before?.hasFocus ?? false;
      before?.dispose();
      const panel = new TrialPanel(
        cell,
        trial,
        trans,
        () => void tryCell(notebook, cell)
      );
      panels.set(cell, panel);
      panel.attach();
      if (focused) {
        void panel.focus();
      }
      return trial.ended;
    };

    const current = () => {
      const notebook = tracker.currentWidget;
      const cell = notebook?.content.activeCell;
      return notebook && cell instanceof CodeCell ? { notebook, cell } : null;
    };
    commands.addCommand(CommandIDs.tryCell, {
      label: trans.__('Try This Cell'),
      caption: trans.__(
        'Try this cell in a copy of the session: would it crash, and what would it change?'
      ),
      icon: tryIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isVisible: () => current() !== null,
      isEnabled: () => current() !== null,
      execute: async () => {
        const found = current();
        if (found) {
          await tryCell(found.notebook, found.cell);
        }
      }
    });
    tracker.activeCellChanged.connect(() =>
      commands.notifyCommandChanged(CommandIDs.tryCell)
    );
    // What a cell did tells more than what it would have done.
    NotebookActions.executionScheduled.connect((_, { cell }) => {
      if (cell instanceof CodeCell) {
        panels.get(cell)?.dispose();
      }
    });
    palette?.addItem({
      command: CommandIDs.tryCell,
      category: trans.__('JunoBench Lab')
    });
    app.contextMenu.addItem({
      command: CommandIDs.tryCell,
      selector: '.jp-Notebook .jp-CodeCell',
      rank: 599
    });
  }
};

export default [preflight];
