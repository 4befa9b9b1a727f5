import {
  ILabShell,
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, showErrorMessage } from '@jupyterlab/apputils';
import { CodeCell } from '@jupyterlab/cells';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { runIcon } from '@jupyterlab/ui-components';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { orTell } from '../failure';
import { crashIcon, traceIcon } from '../icons';
import { IInstances, IShown, ITraces } from '../tokens';
import { TraceDecorations } from './decorations';
import { followReplay } from './follow-replay';
import { goToCell } from './go-to-cell';
import type { ITraced, TraceModel } from './model';
import type { NotebookSessions } from './notebook-sessions';
import { runCells } from './run-cells';
import { Traces } from './traces';
import { TracePanel, type ActionsOf } from './widget';

/** Keeps the traces, marks the notebooks, and shows the panel. */
const traces: JupyterFrontEndPlugin<ITraces> = {
  id: 'junobench-lab:traces',
  description:
    'Shows the recorded session of a notebook, and the one in its kernel, beside its cells and in a panel.',
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
      ask: (notebook, session) => client.notebookTrace({ notebook, session }),
      estimate: notebook => client.estimate({ notebook, bench: 'starter' }),
      activate: () => shell.activateById(widget.id)
    });
    const replay = (sessions: NotebookSessions) =>
      orTell(trans.__('Replay'), () => sessions.startReplay());
    const actionsOf: ActionsOf = panel => {
      const sessions = model.track(panel);
      const idOf = (cell: number) => sessions.shown.idOf(cell);
      return {
        goTo: cell => {
          const id = idOf(cell);
          if (id !== null) {
            void goToCell(panel.content, id);
          }
        },
        run: cells => {
          const ids = cells.map(idOf).filter(id => id !== null);
          if (ids.length === cells.length) {
            void runWithNeeds(panel, sessions, ids);
          } else {
            void showErrorMessage(
              trans.__('Run what is missing'),
              trans.__(
                'One of the cells was deleted. Undo that, or run the others by hand.'
              )
            );
          }
        },
        reveal: () =>
          void orTell(trans.__('Why it crashed'), () => model.reveal(panel)),
        replay: () => void replay(sessions),
        estimate: () => model.estimate(panel),
        openCase: key =>
          void orTell(trans.__('Open a case'), () => instances.openPage(key))
      };
    };
    /** Run cells in order, and before them what the last of them needs that this kernel lacks. */
    const runWithNeeds = async (
      panel: NotebookPanel,
      sessions: NotebookSessions,
      ids: readonly string[]
    ) => {
      const last = ids[ids.length - 1];
      let needed: string[] = [];
      if (sessions.record.complete) {
        await model.refresh(panel);
        needed = (sessions.need(last)?.run ?? [])
          .map(cell => sessions.kernel.idOf(cell))
          .filter(id => id !== null);
      }
      await runCells(
        panel,
        [...new Set([...needed, ...ids])].filter(id => id !== last).concat(last)
      );
    };
    const widget = new TracePanel(
      model,
      actionsOf,
      translator ?? nullTranslator
    );
    shell.add(widget, 'right', { rank: 900, type: 'JunoBench Lab' });

    const notify = () => {
      for (const command of [
        CommandIDs.goToCrash,
        CommandIDs.replay,
        CommandIDs.runNeeds
      ]) {
        commands.notifyCommandChanged(command);
      }
    };
    model.currentChanged.connect(notify);
    model.tracked.connect((_, panel) => {
      const sessions = model.track(panel);
      // A notebook of someone's own looks as ever while the panel is closed.
      const isShown = () =>
        sessions.kind !== 'own' || (model.watching && model.current === panel);
      const decorations = new TraceDecorations(
        panel.content,
        sessions,
        isShown,
        trans
      );
      model.watchingChanged.connect(decorations.update, decorations);
      model.currentChanged.connect(decorations.update, decorations);
      followReplay(panel, sessions);
      void beginAtCrash(panel, sessions);
      sessions.recorded.changed.connect(notify);
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

    /** The sessions of the notebook in front. */
    const current = () => {
      const panel = model.current;
      const sessions = panel && model.get(panel);
      return panel && sessions ? { panel, sessions } : null;
    };
    /** Its crash cell; null where there is none, or where it was deleted. */
    const crash = () => {
      const found = current();
      const id = found && crashCell(found.sessions.recorded);
      return found && id ? { panel: found.panel, id } : null;
    };
    const noArguments = { args: { type: 'object', properties: {} } } as const;
    commands.addCommand(CommandIDs.showTrace, {
      label: trans.__('Show Execution Trace'),
      caption: trans.__('Show in which order the cells of the notebook ran'),
      icon: traceIcon,
      describedBy: noArguments,
      execute: () => shell.activateById(widget.id)
    });
    commands.addCommand(CommandIDs.goToCrash, {
      label: trans.__('Go to the Crash Cell'),
      caption: trans.__('Scroll to the cell in which the notebook crashed'),
      icon: crashIcon,
      describedBy: noArguments,
      isEnabled: () => crash() !== null,
      execute: async () => {
        const found = crash();
        if (found) {
          await goToCell(found.panel.content, found.id);
        }
      }
    });
    commands.addCommand(CommandIDs.replay, {
      label: trans.__('Replay the Execution Trace'),
      caption: trans.__('Step through the session of the notebook'),
      icon: traceIcon,
      describedBy: noArguments,
      isEnabled: () => current() !== null,
      execute: async () => {
        const found = current();
        if (found) {
          shell.activateById(widget.id);
          await found.sessions.shown.loaded;
          await replay(found.sessions);
        }
      }
    });
    commands.addCommand(CommandIDs.runNeeds, {
      label: trans.__('Run What This Cell Needs'),
      caption: trans.__(
        'Run the cells that make what the active cell reads, then the cell itself'
      ),
      icon: runIcon,
      describedBy: noArguments,
      isEnabled: () => {
        const found = current();
        return (
          found !== null &&
          found.sessions.kind !== 'variant' &&
          found.panel.content.activeCell instanceof CodeCell
        );
      },
      execute: async () => {
        const found = current();
        const cell = found?.panel.content.activeCell;
        if (found && cell) {
          await runNeeds(found.panel, found.sessions, cell.model.id);
        }
      }
    });
    const runNeeds = async (
      panel: NotebookPanel,
      sessions: NotebookSessions,
      id: string
    ) => {
      const title = trans.__('Run what this cell needs');
      if (!sessions.record.complete) {
        await showErrorMessage(
          title,
          trans.__(
            'Something ran in this kernel that was not seen here, so it is not known what the cell needs. Restart the kernel and try again.'
          )
        );
        return;
      }
      await model.refresh(panel);
      if (sessions.kernel.status === 'failed') {
        await showErrorMessage(title, sessions.kernel.error);
        return;
      }
      const cells = sessions.need(id)?.run ?? [];
      const ids = cells
        .map(cell => sessions.kernel.idOf(cell))
        .filter(known => known !== null);
      await runCells(panel, ids.length > 0 ? ids : [id]);
    };
    for (const command of [
      CommandIDs.showTrace,
      CommandIDs.replay,
      CommandIDs.goToCrash,
      CommandIDs.runNeeds
    ]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    app.contextMenu.addItem({
      command: CommandIDs.runNeeds,
      selector: '.jp-Notebook .jp-CodeCell',
      rank: 600
    });
    app.contextMenu.addItem({
      command: CommandIDs.showTrace,
      selector: '.jp-Notebook',
      rank: 601
    });
    return model;
  }
};

function crashCell(model: TraceModel): string | null {
  const cell = model.trace?.crash?.cell;
  return cell !== undefined ? model.idOf(cell) : null;
}

/** Show an instance's notebook from its crash cell on, unless the person is already somewhere else in it. */
async function beginAtCrash(
  panel: NotebookPanel,
  sessions: NotebookSessions
): Promise<void> {
  await Promise.all([sessions.recorded.loaded, panel.revealed]);
  const id = crashCell(sessions.recorded);
  if (
    id !== null &&
    sessions.kind !== 'own' &&
    !panel.isDisposed &&
    panel.content.activeCellIndex <= 0
  ) {
    await goToCell(panel.content, id);
  }
}

async function readTrace(client: LabClient, shown: IShown): Promise<ITraced> {
  const { attempt, variant = 'reproduced' } = shown;
  return attempt !== undefined
    ? {
        trace: await client.attemptTrace(shown, attempt),
        flow: () => client.attemptFlow(shown, attempt)
      }
    : {
        trace: await client.variantTrace(shown, variant),
        flow: () => client.variantFlow(shown, variant)
      };
}

export default [traces];
