import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { checkIcon, runIcon, stopIcon } from '@jupyterlab/ui-components';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { runsIcon } from '../icons';
import { IEnvironments, IInstances, IRuns, ITraces, Target } from '../tokens';
import { goToCell } from '../trace/go-to-cell';
import { cellIds } from '../trace/traces';
import { IPrepared, RunsModel } from './model';
import type { RunProgress } from './progress';
import { RunsPanel } from './widget';

/** Runs variants and attempts, and shows how far they are. */
const runs: JupyterFrontEndPlugin<IRuns> = {
  id: 'junobench-lab:runs',
  description: 'Runs variants and attempts and follows them cell by cell.',
  autoStart: true,
  provides: IRuns,
  requires: [INotebookTracker, IInstances, ITraces, IEnvironments],
  optional: [ITranslator, ICommandPalette],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    instances: IInstances,
    traces: ITraces,
    environments: IEnvironments,
    translator: ITranslator | null,
    palette: ICommandPalette | null
  ): IRuns => {
    const { commands, shell } = app;
    const trans = (translator ?? nullTranslator).load('junobench_lab');

    /** What a run of this notebook would run; null for a notebook of someone's own. */
    const targetOf = (panel: NotebookPanel): Target | null => {
      const shown = instances.shown(panel);
      return (
        shown && {
          bench: shown.bench,
          id: shown.id,
          variant: shown.variant ?? null,
          attempt: shown.attempt ?? null
        }
      );
    };
    const current = (): NotebookPanel | null =>
      shell.currentWidget instanceof NotebookPanel
        ? shell.currentWidget
        : tracker.currentWidget;
    const currentTarget = (): Target | null => {
      const panel = current();
      return panel && targetOf(panel);
    };
    const panelOf = (target: Target): NotebookPanel | null => {
      const panel = current();
      const shows = (candidate: NotebookPanel) =>
        isSame(targetOf(candidate), target);
      return panel && shows(panel) ? panel : (tracker.find(shows) ?? null);
    };
    /** Saving a file that is gone ends in a message that helps nobody. */
    const requireFile = async (path: string): Promise<void> => {
      try {
        await app.serviceManager.contents.get(path, { content: false });
      } catch {
        throw new Error(
          trans.__(
            'The notebook %1 is no longer there: start a new attempt, or save this one under another name.',
            path
          )
        );
      }
    };
    const prepare = async (target: Target): Promise<IPrepared> => {
      const place = await environments.place(target);
      const panel = panelOf(target);
      if (!panel) {
        return { order: [], cells: [], session: null, place };
      }
      if (target.attempt !== null && panel.context.model.dirty) {
        // The server runs what is on disk, and the person asked to run what is on the screen.
        await requireFile(panel.context.path);
        await panel.context.save();
      }
      return {
        order: traces.session(panel),
        cells: cellIds(panel.content),
        session: traces.record(panel),
        place
      };
    };
    const showCell = async (run: RunProgress, cell: number) => {
      const panel = panelOf(run.target);
      const id = panel && (run.cells[cell] ?? cellIds(panel.content)[cell]);
      if (panel && id) {
        shell.activateById(panel.id);
        await goToCell(panel.content, id);
      }
    };

    const model = new RunsModel({
      client: new LabClient(app.serviceManager.serverSettings),
      prepare,
      activate: () => shell.activateById(widget.id),
      lost: trans.__(
        'The connection to this run was lost. It may have gone on; look for it below.'
      )
    });
    const widget = new RunsPanel(
      model,
      (run, cell) => void showCell(run, cell),
      translator ?? nullTranslator
    );
    shell.add(widget, 'right', { rank: 901, type: 'JunoBench Lab' });

    commands.addCommand(CommandIDs.run, {
      label: trans.__('Run in a Fresh Kernel'),
      caption: trans.__(
        'Run the attempt or variant from its first execution in a kernel of its own'
      ),
      icon: runIcon,
      describedBy: { args: RUN_ARGUMENTS },
      isEnabled: args => (toTarget(args.target) ?? currentTarget()) !== null,
      execute: async args => {
        const target = toTarget(args.target) ?? currentTarget();
        if (target) {
          await model.start(target);
        }
      }
    });
    const attemptOf = (value: unknown): Target | null => {
      const target = toTarget(value) ?? currentTarget();
      return target?.attempt ? target : null;
    };
    commands.addCommand(CommandIDs.check, {
      label: trans.__('Check the Attempt'),
      caption: trans.__(
        'Run the attempt in a fresh kernel and say whether the repair is right'
      ),
      icon: checkIcon,
      describedBy: { args: RUN_ARGUMENTS },
      isEnabled: args => attemptOf(args.target) !== null,
      execute: async args => {
        const target = attemptOf(args.target);
        if (target) {
          await model.check(target);
        }
      }
    });
    commands.addCommand(CommandIDs.cancelRun, {
      label: trans.__('Cancel the Run'),
      icon: stopIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () => model.shown?.running ?? false,
      execute: async () => {
        if (model.shown) {
          await model.cancel(model.shown);
        }
      }
    });
    commands.addCommand(CommandIDs.showRuns, {
      label: trans.__('Show Runs'),
      icon: runsIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: () => shell.activateById(widget.id)
    });
    model.changed.connect(() =>
      commands.notifyCommandChanged(CommandIDs.cancelRun)
    );
    tracker.currentChanged.connect((_, panel) => {
      commands.notifyCommandChanged(CommandIDs.run);
      void panel?.context.ready.then(() => {
        const target = panel.isDisposed ? null : targetOf(panel);
        if (target) {
          void model.recall(target);
        }
      });
    });
    for (const command of [
      CommandIDs.run,
      CommandIDs.check,
      CommandIDs.cancelRun,
      CommandIDs.showRuns
    ]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    return model;
  }
};

const RUN_ARGUMENTS = {
  type: 'object',
  properties: {
    target: {
      type: 'object',
      description: 'What to run; what the current notebook shows if left out.',
      properties: {
        bench: { type: 'string' },
        id: { type: 'string' },
        variant: { type: 'string' },
        attempt: { type: 'integer' }
      },
      required: ['bench', 'id']
    }
  }
} as const;

/** A target from the arguments of a command; null where they don't name one. */
function toTarget(value: unknown): Target | null {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('bench' in value && typeof value.bench === 'string') ||
    !('id' in value && typeof value.id === 'string')
  ) {
    return null;
  }
  const attempt =
    'attempt' in value && typeof value.attempt === 'number'
      ? value.attempt
      : null;
  const variant =
    'variant' in value && typeof value.variant === 'string'
      ? value.variant
      : null;
  return attempt === null && variant === null
    ? null
    : { bench: value.bench, id: value.id, attempt, variant };
}

function isSame(a: Target | null, b: Target): boolean {
  return (
    a !== null &&
    a.bench === b.bench &&
    a.id === b.id &&
    a.variant === b.variant &&
    a.attempt === b.attempt
  );
}

export default [runs];
