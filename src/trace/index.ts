import {
  ILabShell,
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { crashIcon, traceIcon } from '../icons';
import { IInstances, IShown, ITraces, Trace } from '../tokens';
import { TraceDecorations } from './decorations';
import { goToCell } from './go-to-cell';
import type { TraceModel } from './model';
import { Traces } from './traces';
import { TracePanel } from './widget';

/** Keeps the traces, marks the notebooks, and shows the panel. */
const traces: JupyterFrontEndPlugin<ITraces> = {
  id: 'junobench-lab:traces',
  description:
    'Shows the recorded session of a notebook beside its cells and in a panel.',
  autoStart: true,
  provides: ITraces,
  requires: [INotebookTracker, IInstances],
  optional: [ITranslator, ICommandPalette, ILabShell],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    instances: IInstances,
    translator: ITranslator | null,
    palette: ICommandPalette | null,
    labShell: ILabShell | null
  ): ITraces => {
    const { commands, shell } = app;
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const model = new Traces({
      instances,
      read: shown => readTrace(client, shown),
      activate: () => shell.activateById(widget.id)
    });
    const widget = new TracePanel(model, translator ?? nullTranslator);
    shell.add(widget, 'right', { rank: 900, type: 'JunoBench Lab' });

    const notify = () => commands.notifyCommandChanged(CommandIDs.goToCrash);
    model.currentChanged.connect(notify);
    model.tracked.connect((_, panel) => {
      const notebook = model.get(panel);
      if (notebook) {
        new TraceDecorations(panel.content, notebook.model, trans);
        void beginAtCrash(panel, notebook.model);
        notebook.model.changed.connect(notify);
      }
    });
    tracker.widgetAdded.connect((_, panel) => void model.track(panel));
    tracker.forEach(panel => void model.track(panel));

    // A variant that is shown read-only is a notebook panel that the tracker need not know.
    const follow = () => {
      const current = labShell?.currentWidget ?? tracker.currentWidget;
      if (current instanceof NotebookPanel) {
        model.current = current;
      }
    };
    labShell?.currentChanged.connect(follow);
    tracker.currentChanged.connect(follow);

    /** The crash cell of the notebook in front; null where there is none, or where it was deleted. */
    const crash = () => {
      const panel = model.current;
      const id = panel && crashCell(model.get(panel)?.model);
      return panel && id ? { panel, id } : null;
    };
    commands.addCommand(CommandIDs.showTrace, {
      label: trans.__('Show Trace'),
      caption: trans.__('Show in which order the cells of the notebook ran'),
      icon: traceIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: () => shell.activateById(widget.id)
    });
    commands.addCommand(CommandIDs.goToCrash, {
      label: trans.__('Go to the Crash Cell'),
      caption: trans.__('Scroll to the cell in which the notebook crashed'),
      icon: crashIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () => crash() !== null,
      execute: async () => {
        const found = crash();
        if (found) {
          await goToCell(found.panel.content, found.id);
        }
      }
    });
    for (const command of [CommandIDs.showTrace, CommandIDs.goToCrash]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    return model;
  }
};

function crashCell(model?: TraceModel): string | null {
  const cell = model?.trace?.crash?.cell;
  return model && cell !== undefined ? model.idOf(cell) : null;
}

/** Show a notebook from its crash cell on, unless the person is already somewhere else in it. */
async function beginAtCrash(
  panel: NotebookPanel,
  model: TraceModel
): Promise<void> {
  await Promise.all([model.loaded, panel.revealed]);
  const id = crashCell(model);
  if (id !== null && !panel.isDisposed && panel.content.activeCellIndex <= 0) {
    await goToCell(panel.content, id);
  }
}

function readTrace(client: LabClient, shown: IShown): Promise<Trace> {
  if (shown.attempt !== undefined) {
    return client.attemptTrace(shown, shown.attempt);
  }
  return client.variantTrace(shown, shown.variant ?? 'reproduced');
}

export default [traces];
