import { LanguageSupport } from '@codemirror/language';
import {
  ILayoutRestorer,
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, WidgetTracker } from '@jupyterlab/apputils';
import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { DocumentRegistry } from '@jupyterlab/docregistry';
import {
  INotebookModel,
  INotebookTracker,
  NotebookPanel
} from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { addIcon, undoIcon } from '@jupyterlab/ui-components';
import { DisposableDelegate, IDisposable } from '@lumino/disposable';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { orTell } from '../failure';
import { benchIcon, revealIcon } from '../icons';
import { LabSettings } from '../settings';
import {
  IEnvironments,
  IInstanceKey,
  IInstances,
  IRuns,
  IShown,
  ISystems,
  ITraces,
  Target,
  VariantName
} from '../tokens';
import { JunoBenchDrive, variantAt } from './drive';
import { NotebookHeader } from './header';
import { targetOf } from './header-facts';
import { InstanceModel } from './model';
import { InstancePage } from './page';
import { IPredictions } from './prediction';
import { Instances, NO_KERNEL } from './service';
import { shownIn } from './shown';
import { isReference } from './words';

type NotebookExtension = DocumentRegistry.IWidgetExtension<
  NotebookPanel,
  INotebookModel
>;

/** Opens pages, attempts and variants. Has the id of the settings' schema. */
const instances: JupyterFrontEndPlugin<IInstances> = {
  id: 'junobench-lab:plugin',
  description: 'Opens the page, attempts and variants of an instance.',
  autoStart: true,
  provides: IInstances,
  requires: [
    IDocumentManager,
    INotebookTracker,
    IEditorLanguageRegistry,
    IEnvironments
  ],
  optional: [
    ISettingRegistry,
    ITranslator,
    ILayoutRestorer,
    ICommandPalette,
    ISystems
  ],
  activate: (
    app: JupyterFrontEnd,
    documents: IDocumentManager,
    notebooks: INotebookTracker,
    languages: IEditorLanguageRegistry,
    environments: IEnvironments,
    registry: ISettingRegistry | null,
    maybeTranslator: ITranslator | null,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
    systems: ISystems | null
  ): IInstances => {
    const { commands, shell } = app;
    const translator = maybeTranslator ?? nullTranslator;
    const trans = translator.load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const settings = new LabSettings(registry);
    const tracker = new WidgetTracker<InstancePage>({
      namespace: 'junobench-lab-instance'
    });

    const service = new Instances({
      client,
      documents,
      environments,
      notebooks,
      settings,
      trans,
      showPage: async key => {
        const page = tracker.currentWidget ?? makePage();
        const shown = page.model.show(key);
        if (!page.isAttached) {
          shell.add(page, 'main', { type: 'JunoBench Lab' });
          if (!page.parent) {
            // Jupyter Notebook's main area takes one widget alone.
            shell.add(page, 'right', { rank: 899, type: 'JunoBench Lab' });
          }
          await tracker.add(page);
        }
        shell.activateById(page.id);
        await tracker.save(page);
        await shown;
      }
    });
    const lacking = (key: IInstanceKey) => service.lacking(key);
    const systemsSource = systems && {
      ask: (key: IInstanceKey) => client.instanceSystems(key),
      changed: systems.changed
    };
    const makePage = () => {
      const model = new InstanceModel({ client, changed: service.changed });
      const act = (
        title: string,
        what: (key: IInstanceKey) => Promise<unknown>
      ) => {
        const { key } = model;
        if (key) {
          void orTell(title, () => what(key));
        }
      };
      const attempt = trans.__('The attempt could not be opened');
      return new InstancePage({
        model,
        translator,
        kernel: bench => settings.kernel(bench),
        lacking,
        systems: systemsSource,
        language: async (): Promise<LanguageSupport | null> =>
          (await languages.getLanguage('ipython'))?.support ?? null,
        actions: {
          start: () => act(attempt, key => service.openAttempt(key)),
          resume: number => act(attempt, key => service.resume(key, number)),
          openVariant: variant =>
            act(trans.__('The variant could not be opened'), key =>
              service.openVariant(key, variant)
            ),
          hint: () =>
            act(trans.__('Nothing could be revealed'), key =>
              service.hint(key)
            ),
          replay: name =>
            void commands.execute(CommandIDs.replayTrajectory, { name }),
          revealFix: () =>
            act(trans.__('Nothing could be revealed'), key =>
              service.reveal(key, 'fixed')
            ),
          reset: () => act(attempt, key => service.reset(key)),
          run: target => void commands.execute(CommandIDs.run, { target })
        }
      });
    };

    app.serviceManager.contents.addDrive(new JunoBenchDrive(client, trans));
    const readOnly: NotebookExtension = {
      createNew: panel => keepVariantReadOnly(panel)
    };
    app.docRegistry.addWidgetExtension('Notebook', readOnly);

    const keyArguments = {
      bench: { type: 'string', description: 'Name of the bench.' },
      id: { type: 'string', description: 'Id of the instance.' }
    } as const;
    commands.addCommand(CommandIDs.openInstance, {
      label: trans.__('Show the Page of the Instance'),
      icon: benchIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: keyArguments,
          required: ['bench', 'id']
        }
      },
      execute: async args => {
        const key = keyIn(args);
        if (key) {
          await service.openPage(key);
        }
      }
    });
    commands.addCommand(CommandIDs.openAttempt, {
      label: args =>
        args.fresh
          ? trans.__('New Attempt')
          : typeof args.attempt === 'number'
            ? trans.__('Attempt %1', args.attempt)
            : trans.__('Open or Resume the Attempt'),
      icon: args => (args.fresh ? addIcon : undefined),
      describedBy: {
        args: {
          type: 'object',
          properties: {
            ...keyArguments,
            fresh: { type: 'boolean', description: 'Start a new attempt.' },
            attempt: {
              type: 'integer',
              description: 'Which attempt to resume; the latest if left out.'
            }
          },
          required: ['bench', 'id']
        }
      },
      execute: async args => {
        const key = keyIn(args);
        const { attempt, fresh } = args;
        if (key) {
          await orTell(trans.__('The attempt could not be opened'), async () =>
            typeof attempt === 'number'
              ? service.resume(key, attempt)
              : service.openAttempt(key, fresh === true)
          );
        }
      }
    });
    /** The instance that a command is about: the one it names, or that of the current notebook. */
    const instanceOf = (
      args: { bench?: unknown; id?: unknown } & { attempt?: unknown }
    ): IShown | null => {
      const key = keyIn(args);
      if (key) {
        const { attempt } = args;
        return { ...key, ...(typeof attempt === 'number' ? { attempt } : {}) };
      }
      const panel = notebooks.currentWidget;
      return panel && shownIn(panel);
    };
    commands.addCommand(CommandIDs.resetAttempt, {
      label: trans.__('Begin Anew…'),
      caption: trans.__(
        'Start a new attempt with the notebook as it was given; those before are kept'
      ),
      icon: undoIcon,
      describedBy: { args: { type: 'object', properties: keyArguments } },
      isEnabled: args => instanceOf(args) !== null,
      execute: async args => {
        const shown = instanceOf(args);
        if (shown) {
          await orTell(trans.__('The attempt could not be opened'), () =>
            service.reset(shown)
          );
        }
      }
    });
    commands.addCommand(CommandIDs.hint, {
      label: trans.__('Ask for the Next Hint…'),
      caption: trans.__(
        'Where to look, what the trace says, the diagnosis, the reference fix: one step at a time'
      ),
      icon: revealIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            ...keyArguments,
            attempt: {
              type: 'integer',
              description: 'The attempt during which it is asked for.'
            }
          }
        }
      },
      isEnabled: args => instanceOf(args) !== null,
      execute: async args => {
        const shown = instanceOf(args);
        if (shown) {
          await orTell(trans.__('Nothing could be revealed'), () =>
            service.hint(shown)
          );
        }
      }
    });
    for (const command of [CommandIDs.hint, CommandIDs.resetAttempt]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    commands.addCommand(CommandIDs.openVariant, {
      label: ({ variant }) =>
        !isVariant(variant)
          ? trans.__('Show a Variant')
          : isReference(variant)
            ? trans.__('%1…', variant)
            : variant,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            ...keyArguments,
            variant: { enum: [...VARIANT_NAMES] }
          },
          required: ['bench', 'id', 'variant']
        }
      },
      execute: async args => {
        const key = keyIn(args);
        const { variant } = args;
        if (key && isVariant(variant)) {
          await orTell(trans.__('The variant could not be opened'), () =>
            service.openVariant(key, variant)
          );
        }
      }
    });

    if (restorer) {
      void restorer.restore(tracker, {
        command: CommandIDs.openInstance,
        args: page => ({ ...page.model.key }),
        name: () => 'page',
        when: app.serviceManager.ready
      });
    }
    return service;
  }
};

/** Puts a header above the notebooks of benches. */
const headers: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:headers',
  description: 'Says above a notebook of a bench what it is, and the ways on.',
  autoStart: true,
  requires: [IInstances],
  optional: [IRuns, ITraces, ISettingRegistry, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    service: IInstances,
    runs: IRuns | null,
    traces: ITraces | null,
    registry: ISettingRegistry | null,
    maybeTranslator: ITranslator | null
  ): void => {
    const settings = new LabSettings(registry);
    const translator = maybeTranslator ?? nullTranslator;
    const trans = translator.load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const lacking = (key: IInstanceKey) => service.lacking(key);
    const extension: NotebookExtension = {
      createNew: panel => {
        let header: NotebookHeader | null = null;
        // What a notebook is stands in its metadata, so it has to be loaded.
        void panel.context.ready.then(() => {
          const shown = panel.isDisposed ? null : shownIn(panel);
          if (!shown) {
            return;
          }
          const { bench, id, attempt } = shown;
          const predictionsOf = (number: number): IPredictions => ({
            asks: () => settings.current.askForPrediction,
            read: async () => {
              await settings.ready;
              return client.prediction({ bench, id }, number);
            },
            keep: predicted =>
              orTell(trans.__('The prediction could not be kept'), () =>
                client.predict({ bench, id }, number, predicted)
              )
          });
          if (runs) {
            touchAfterRuns(panel, runs, targetOf(shown), () =>
              service.touch({ bench, id })
            );
          }
          header = new NotebookHeader({
            panel,
            shown,
            predictions: attempt === undefined ? null : predictionsOf(attempt),
            runs,
            traces,
            translator,
            commands: app.commands,
            model: new InstanceModel({ client, changed: service.changed }),
            lacking
          });
          panel.contentHeader.addWidget(header);
        });
        return new DisposableDelegate(() => header?.dispose());
      }
    };
    app.docRegistry.addWidgetExtension('Notebook', extension);
  }
};

/** Say after each run of a notebook's target that something became of it. */
function touchAfterRuns(
  panel: NotebookPanel,
  runs: IRuns,
  target: Target,
  touch: () => void
): void {
  let latest = runs.latest(target);
  const onChanged = () => {
    const outcome = runs.latest(target);
    if (outcome !== latest) {
      latest = outcome;
      touch();
    }
  };
  runs.changed.connect(onChanged);
  panel.disposed.connect(() => runs.changed.disconnect(onChanged));
}

/**
 * Have a variant start no kernel and never be offered for saving, also when the lab restores it by itself.
 *
 * The drive locks its cells; what else marks a notebook as changed (a cell added, say) is forgotten at once.
 */
function keepVariantReadOnly(panel: NotebookPanel): IDisposable | void {
  const { context } = panel;
  if (!variantAt(context.path)) {
    return;
  }
  context.model.readOnly = true;
  const { sessionContext } = context;
  sessionContext.kernelPreference = {
    ...sessionContext.kernelPreference,
    ...NO_KERNEL
  };
  context.model.stateChanged.connect(model => {
    if (model.dirty) {
      model.dirty = false;
    }
  });
}

const VARIANT_NAMES: readonly VariantName[] = [
  'original',
  'reproduced',
  'fixed',
  'fixed2'
];

function isVariant(value: unknown): value is VariantName {
  return VARIANT_NAMES.some(name => name === value);
}

/** The instance that the arguments of a command name; null where they name none. */
function keyIn(args: { bench?: unknown; id?: unknown }): IInstanceKey | null {
  const { bench, id } = args;
  return typeof bench === 'string' && typeof id === 'string'
    ? { bench, id }
    : null;
}

export default [instances, headers];
