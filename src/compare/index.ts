import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import { IFileBrowserFactory } from '@jupyterlab/filebrowser';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import {
  ITranslator,
  nullTranslator,
  type TranslationBundle
} from '@jupyterlab/translation';

import { chosenFiles, isNotebook } from '../chosen-files';
import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { compareIcon } from '../icons';
import {
  IComparisons,
  IInstances,
  IRuns,
  NotebookRef,
  Outcome
} from '../tokens';
import { ComparisonModel, sameNotebook } from './model';
import type { LanguageOf } from './source-lane';
import { ComparisonWidget } from './widget';

/** Opens comparisons, and compares anew when a notebook is saved. */
const comparisons: JupyterFrontEndPlugin<IComparisons> = {
  id: 'junobench-lab:comparisons',
  description:
    'Compares your fix with the reference fix, or any two notebooks.',
  autoStart: true,
  provides: IComparisons,
  requires: [INotebookTracker, IInstances, IEditorLanguageRegistry],
  optional: [IRuns, ITranslator, ICommandPalette, IFileBrowserFactory],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    instances: IInstances,
    languages: IEditorLanguageRegistry,
    runs: IRuns | null,
    translator: ITranslator | null,
    palette: ICommandPalette | null,
    browsers: IFileBrowserFactory | null
  ): IComparisons => {
    const { commands, shell } = app;
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const open = new Set<ComparisonWidget>();

    /** The names under which a comparison may know a notebook. */
    const refsOf = (panel: NotebookPanel): NotebookRef[] => {
      const shown = instances.shown(panel);
      const byPath = reference({ path: panel.context.path });
      return shown ? [reference(shown), byPath] : [byPath];
    };
    const isDirty = (ref: NotebookRef): boolean =>
      tracker.find(
        panel =>
          panel.context.model.dirty &&
          refsOf(panel).some(known => sameNotebook(known, ref))
      ) !== undefined;

    const follow = (panel: NotebookPanel) => {
      panel.context.saveState.connect((_, state) => {
        if (state !== 'completed') {
          return;
        }
        const refs = refsOf(panel);
        for (const { model } of open) {
          if (
            refs.some(
              ref =>
                sameNotebook(ref, model.left) || sameNotebook(ref, model.right)
            )
          ) {
            void model.refresh();
          }
        }
      });
    };
    tracker.forEach(follow);
    tracker.widgetAdded.connect((_, panel) => follow(panel));

    // What an attempt ran is what its latest run executed.
    runs?.changed.connect(() => {
      for (const { model } of open) {
        model.noteRun(latestRun(runs, model.left));
      }
    });

    /** Whether both sides may be seen; asks where one gives the answer away. */
    const mayShow = async (...refs: NotebookRef[]): Promise<boolean> => {
      for (const { bench, id, variant } of refs) {
        const answer = variant === 'fixed' || variant === 'fixed2';
        if (bench && id && answer) {
          if (!(await instances.reveal({ bench, id }, 'fixed'))) {
            return false;
          }
        }
      }
      return true;
    };
    const languageOf: LanguageOf = async type => {
      const name = type === 'code' ? 'ipython' : 'ipythongfm';
      return (await languages.getLanguage(name))?.support ?? null;
    };

    const service: IComparisons = {
      open: async (...sides) => {
        const [left, right] = [reference(sides[0]), reference(sides[1])];
        if (!(await mayShow(left, right))) {
          return;
        }
        for (const widget of open) {
          const { model } = widget;
          if (
            sameNotebook(model.left, left) &&
            sameNotebook(model.right, right)
          ) {
            shell.activateById(widget.id);
            await model.refresh();
            return;
          }
        }
        const model = new ComparisonModel({ client, left, right, isDirty });
        const widget = new ComparisonWidget(
          model,
          languageOf,
          translator ?? nullTranslator
        );
        model.noteRun(runs && latestRun(runs, left));
        open.add(widget);
        widget.disposed.connect(() => open.delete(widget));
        shell.add(widget, 'main', { type: 'JunoBench Lab' });
        if (!widget.parent) {
          // Jupyter Notebook's main area takes one widget alone.
          shell.add(widget, 'down', { type: 'JunoBench Lab' });
        }
        shell.activateById(widget.id);
        await model.refresh();
      }
    };

    /** The notebook in front against the reference fix; null where there is none to compare with. */
    const currentPair = (): [NotebookRef, NotebookRef] | null => {
      const panel =
        shell.currentWidget instanceof NotebookPanel
          ? shell.currentWidget
          : tracker.currentWidget;
      const shown = panel && instances.shown(panel);
      if (!shown || shown.variant === 'fixed') {
        return null;
      }
      const { bench, id } = shown;
      return [reference(shown), reference({ bench, id, variant: 'fixed' })];
    };
    commands.addCommand(CommandIDs.compare, {
      label: trans.__('Compare with the Reference Fix'),
      caption: trans.__('Compare the notebook with the reference fix'),
      icon: compareIcon,
      describedBy: { args: COMPARE_ARGUMENTS },
      isEnabled: args => pairIn(args) !== null || currentPair() !== null,
      execute: async args => {
        const pair = pairIn(args) ?? currentPair();
        if (pair) {
          await service.open(...pair);
        }
      }
    });
    const { contents } = app.serviceManager;
    const selectedNotebooks = () => selectedPaths(browsers);
    commands.addCommand(CommandIDs.compareFiles, {
      label: () =>
        selectedNotebooks().length === 2
          ? trans.__('Compare the Two Notebooks')
          : trans.__('Compare with…'),
      caption: trans.__('Compare two notebooks: sequence, source, results'),
      icon: compareIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isVisible: () => [1, 2].includes(selectedNotebooks().length),
      execute: async () => {
        const [left, second] = selectedNotebooks();
        const right = second ?? (await chooseNotebook(browsers, trans));
        if (left && right) {
          await service.open(
            reference({ path: contents.localPath(left) }),
            reference({ path: contents.localPath(right) })
          );
        }
      }
    });
    app.contextMenu.addItem({
      command: CommandIDs.compareFiles,
      selector: '.jp-DirListing-item[data-file-type="notebook"]',
      rank: 60
    });
    tracker.currentChanged.connect(() =>
      commands.notifyCommandChanged(CommandIDs.compare)
    );
    palette?.addItem({
      command: CommandIDs.compare,
      category: trans.__('JunoBench Lab')
    });
    return service;
  }
};

/** Paths of what is selected in the file browser, where all of that are notebooks; else none. */
function selectedPaths(browsers: IFileBrowserFactory | null): string[] {
  const items = [...(browsers?.tracker.currentWidget?.selectedItems() ?? [])];
  return items.every(({ type }) => type === 'notebook')
    ? items.map(({ path }) => path)
    : [];
}

/** Ask for the other notebook; null where none was chosen. */
async function chooseNotebook(
  browsers: IFileBrowserFactory | null,
  trans: TranslationBundle
): Promise<string | null> {
  const browser = browsers?.tracker.currentWidget;
  if (!browser) {
    return null;
  }
  const [chosen] = await chosenFiles(
    browser.model.manager,
    trans.__('Compare with which notebook?'),
    isNotebook
  );
  return chosen ?? null;
}

function latestRun(runs: IRuns, ref: NotebookRef): Outcome | null {
  const { bench, id, variant = null, attempt = null } = ref;
  return bench && id ? runs.latest({ bench, id, variant, attempt }) : null;
}

/** A reference with what it doesn't name left empty. */
function reference(given: Partial<NotebookRef>): NotebookRef {
  return {
    bench: given.bench ?? null,
    id: given.id ?? null,
    variant: given.variant ?? null,
    attempt: given.attempt ?? null,
    path: given.path ?? null
  };
}

const REFERENCE = {
  type: 'object',
  properties: {
    bench: { type: 'string' },
    id: { type: 'string' },
    variant: {
      type: 'string',
      enum: ['original', 'reproduced', 'fixed', 'fixed2']
    },
    attempt: { type: 'integer' },
    path: { type: 'string' }
  }
} as const;

const COMPARE_ARGUMENTS = {
  type: 'object',
  properties: { left: REFERENCE, right: REFERENCE }
} as const;

/** Both sides from the arguments of a command; null where they don't name both. */
function pairIn(args: {
  left?: unknown;
  right?: unknown;
}): [NotebookRef, NotebookRef] | null {
  const left = referenceIn(args.left);
  const right = referenceIn(args.right);
  return left && right ? [left, right] : null;
}

function referenceIn(value: unknown): NotebookRef | null {
  // The server checks what is in it and says in words what is wrong.
  return typeof value === 'object' && value !== null
    ? reference(value as Partial<NotebookRef>)
    : null;
}

export default [comparisons];
