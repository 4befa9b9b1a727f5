import {
  ILayoutRestorer,
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, WidgetTracker } from '@jupyterlab/apputils';
import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { IFileBrowserFactory } from '@jupyterlab/filebrowser';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { chosenFiles } from '../chosen-files';
import { LabClient, TrajectoryRef } from '../client';
import { CommandIDs } from '../commands';
import { traceIcon } from '../icons';
import { TrajectoryModel } from './model';
import { TrajectoryWidget } from './widget';

/** Shows what agents did, step by step. */
const trajectories: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:trajectories',
  description: 'Tells the trajectory of an agent again, step by step.',
  autoStart: true,
  requires: [IDocumentManager, IEditorLanguageRegistry],
  optional: [
    ITranslator,
    ICommandPalette,
    IFileBrowserFactory,
    ILayoutRestorer
  ],
  activate: (
    app: JupyterFrontEnd,
    documents: IDocumentManager,
    languages: IEditorLanguageRegistry,
    maybeTranslator: ITranslator | null,
    palette: ICommandPalette | null,
    browsers: IFileBrowserFactory | null,
    restorer: ILayoutRestorer | null
  ): void => {
    const { commands, shell } = app;
    const { contents } = app.serviceManager;
    const translator = maybeTranslator ?? nullTranslator;
    const trans = translator.load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const tracker = new WidgetTracker<TrajectoryWidget>({
      namespace: 'junobench-lab-trajectory'
    });

    const open = async (source: TrajectoryRef): Promise<void> => {
      const shown = tracker.find(
        ({ model }) =>
          model.source.name === source.name && model.source.path === source.path
      );
      const widget =
        shown ??
        new TrajectoryWidget({
          model: new TrajectoryModel(client, source),
          language: async () =>
            (await languages.getLanguage('ipython'))?.support ?? null,
          openInstance: key =>
            void commands.execute(CommandIDs.openInstance, { ...key }),
          translator
        });
      if (!shown) {
        shell.add(widget, 'main', { type: 'JunoBench Lab' });
        if (!widget.parent) {
          // Jupyter Notebook's main area takes one widget alone.
          shell.add(widget, 'down', { type: 'JunoBench Lab' });
        }
        await tracker.add(widget);
      }
      await widget.model.load();
      shell.activateById(widget.id);
    };
    const askForFile = async (): Promise<string | null> => {
      const [chosen] = await chosenFiles(
        documents,
        trans.__("Replay which agent's trajectory?"),
        ({ path }) => /\.jsonl?$/.test(path)
      );
      return chosen ?? null;
    };

    commands.addCommand(CommandIDs.replayTrajectory, {
      label: trans.__("Replay an Agent's Trajectory…"),
      caption: trans.__('Show step by step what an agent did with a crash'),
      icon: traceIcon,
      describedBy: {
        args: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description: 'Path of the file; asked for if left out.'
            },
            name: {
              type: 'string',
              description: 'Name of a trajectory in the list of an instance.'
            }
          }
        }
      },
      execute: async ({ path, name }) => {
        if (typeof name === 'string') {
          await open({ name, path: null });
          return;
        }
        const file = typeof path === 'string' ? path : await askForFile();
        if (file !== null) {
          await open({ name: null, path: contents.localPath(file) });
        }
      }
    });
    const selected = () => [
      ...(browsers?.tracker.currentWidget?.selectedItems() ?? [])
    ];
    commands.addCommand(CommandIDs.replaySelectedTrajectory, {
      label: trans.__("Replay as an Agent's Trajectory"),
      icon: traceIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isVisible: () => selected().length === 1,
      execute: () =>
        commands.execute(CommandIDs.replayTrajectory, {
          path: selected()[0]?.path
        })
    });
    for (const type of ['json', 'jsonl']) {
      app.contextMenu.addItem({
        command: CommandIDs.replaySelectedTrajectory,
        selector: `.jp-DirListing-item[data-file-type="${type}"]`,
        rank: 62
      });
    }
    palette?.addItem({
      command: CommandIDs.replayTrajectory,
      category: trans.__('JunoBench Lab')
    });
    if (restorer) {
      void restorer.restore(tracker, {
        command: CommandIDs.replayTrajectory,
        args: ({ model: { source } }) =>
          source.name !== null
            ? { name: source.name }
            : { path: source.path ?? '' },
        name: ({ model: { source } }) => source.name ?? source.path ?? '',
        when: app.serviceManager.ready
      });
    }
  }
};

export default [trajectories];
