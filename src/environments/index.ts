import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import {
  Dialog,
  ICommandPalette,
  Notification,
  showDialog
} from '@jupyterlab/apputils';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { IStatusBar, Popup, showPopup } from '@jupyterlab/statusbar';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import type { Widget } from '@lumino/widgets';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { orTell } from '../failure';
import { shownIn } from '../instance/shown';
import { LabSettings } from '../settings';
import { IEnvironments } from '../tokens';
import { EnvironmentChoice } from './choice';
import { ImageModel } from './image';
import { ImageDialogs } from './image-dialogs';
import { endWords, kernelEnd } from './kernel-ends';
import { EnvironmentsModel } from './model';
import { EnvironmentItem } from './status-item';

/** Where kernels run, in the status bar, and the image of those in containers. */
const environments: JupyterFrontEndPlugin<IEnvironments> = {
  id: 'junobench-lab:environments',
  description: 'Chooses where kernels run: locally or in containers.',
  autoStart: true,
  provides: IEnvironments,
  requires: [INotebookTracker],
  optional: [ISettingRegistry, IStatusBar, ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    registry: ISettingRegistry | null,
    statusBar: IStatusBar | null,
    palette: ICommandPalette | null,
    maybeTranslator: ITranslator | null
  ): IEnvironments => {
    const { commands, serviceManager } = app;
    const translator = maybeTranslator ?? nullTranslator;
    const trans = translator.load('junobench_lab');
    const client = new LabClient(serviceManager.serverSettings);
    const settings = new LabSettings(registry);

    const image = new ImageModel(
      client,
      trans.__('The connection was lost; it may have gone on.')
    );
    const dialogs = new ImageDialogs(image, client, trans);
    const model = new EnvironmentsModel({
      client,
      settings,
      ask: async sentence => {
        const { button } = await showDialog({
          title: trans.__('Allow a network?'),
          body: trans.__(
            '%1 What you allow is kept for this instance, in the settings of JunoBench Lab.',
            sentence
          ),
          buttons: [
            Dialog.cancelButton({ label: trans.__('No Network') }),
            Dialog.okButton({ label: trans.__('Allow') })
          ],
          defaultButton: 0
        });
        return button.accept;
      },
      require: async kernel => {
        const { kernelspecs } = serviceManager;
        if (!kernelspecs.specs?.kernelspecs[kernel]) {
          await kernelspecs.refreshSpecs();
        }
      },
      tellFallback: reason => {
        Notification.warning(
          trans.__('Local kernels are used instead of containers. %1', reason),
          {
            autoClose: 10_000,
            actions: [
              {
                label: trans.__('Where Kernels Run…'),
                callback: () =>
                  void commands.execute(CommandIDs.chooseEnvironment)
              }
            ]
          }
        );
      },
      onJob: () => void image.follow()
    });
    image.ended.connect(async () => {
      // The image's kernels came along with it.
      await serviceManager.kernelspecs.refreshSpecs();
      await model.refresh();
    });

    const showCurrent = () => {
      const panel = tracker.currentWidget;
      const shown = panel?.model ? shownIn(panel) : null;
      model.current = shown && { bench: shown.bench, id: shown.id };
    };
    tracker.currentChanged.connect((_, panel) => {
      showCurrent();
      // What a notebook is stands in its metadata, so it has to be loaded.
      void panel?.context.ready.then(showCurrent);
    });
    // Docker isn't asked while the lab starts, and not at all where nobody wants it.
    void Promise.all([app.restored, settings.ready]).then(() => {
      showCurrent();
      if (model.chosen(model.current) === 'container') {
        void model.refresh();
      }
    });

    /** Offer an open attempt the kernel of its new place. */
    const moveKernel = async (): Promise<void> => {
      const panel = tracker.currentWidget;
      const shown = panel && shownIn(panel);
      if (panel && shown && shown.attempt !== undefined) {
        await offerKernel(panel, shown);
      }
    };
    const offerKernel = async (
      panel: NotebookPanel,
      key: { bench: string; id: string }
    ): Promise<void> => {
      const { sessionContext } = panel;
      const has = sessionContext.session?.kernel?.name ?? '';
      const kernel = await model.kernel(key, await model.place(key), has);
      if (kernel === null) {
        return;
      }
      const { button } = await showDialog({
        title: trans.__('Change the kernel of this notebook, too?'),
        body: trans.__(
          'It gets the kernel %1, and what its kernel holds now is lost.',
          kernel
        ),
        buttons: [
          Dialog.cancelButton({ label: trans.__('Keep It') }),
          Dialog.okButton({ label: trans.__('Change') })
        ]
      });
      if (button.accept) {
        await sessionContext.changeKernel({ name: kernel });
      }
    };
    const afterChoice = (choose: () => Promise<void>) =>
      void orTell(trans.__('The choice could not be kept'), async () => {
        await choose();
        await moveKernel();
      });

    let popup: Popup | null = null;
    const close = () => {
      popup?.dispose();
      popup = null;
    };
    const execute = (command: string) => {
      close();
      void commands.execute(command);
    };
    const open = (anchor: Widget) => {
      const before = document.activeElement;
      const body = new EnvironmentChoice(
        {
          model,
          image,
          actions: {
            choose: environment => afterChoice(() => model.choose(environment)),
            chooseFor: (key, environment) =>
              afterChoice(() => model.chooseFor(key, environment)),
            build: () => execute(CommandIDs.buildImage),
            pull: () => execute(CommandIDs.pullImage),
            check: () => execute(CommandIDs.checkImage),
            showJob: () => execute(CommandIDs.showImage),
            askAgain: () => void model.refresh()
          }
        },
        translator
      );
      popup = showPopup({ body, anchor, align: 'left', hasDynamicSize: true });
      popup.disposed.connect(() => {
        popup = null;
        if (before instanceof HTMLElement) {
          before.focus();
        }
      });
      void model.refresh();
    };
    const item = new EnvironmentItem(
      model,
      image,
      () => (popup ? close() : open(item)),
      translator
    );
    statusBar?.registerStatusItem('junobench-lab:environment', {
      item,
      align: 'left',
      rank: 90
    });

    const none = {
      describedBy: { args: { type: 'object', properties: {} } }
    } as const;
    commands.addCommand(CommandIDs.chooseEnvironment, {
      ...none,
      label: trans.__('Choose Where Kernels Run…'),
      isEnabled: () => item.isAttached,
      execute: () => {
        if (!popup) {
          open(item);
        }
      }
    });
    commands.addCommand(CommandIDs.buildImage, {
      ...none,
      label: trans.__('Build the Image of Container Kernels…'),
      execute: () => dialogs.build()
    });
    commands.addCommand(CommandIDs.pullImage, {
      ...none,
      label: trans.__('Pull the Image of Container Kernels…'),
      execute: () => dialogs.pull()
    });
    commands.addCommand(CommandIDs.checkImage, {
      ...none,
      label: trans.__('Try the Image of Container Kernels'),
      execute: () => dialogs.check()
    });
    commands.addCommand(CommandIDs.showImage, {
      ...none,
      label: trans.__('Show the Progress of the Image'),
      isEnabled: () => image.progress !== null,
      execute: () => dialogs.show()
    });
    image.changed.connect(() =>
      commands.notifyCommandChanged(CommandIDs.showImage)
    );
    for (const command of [
      CommandIDs.chooseEnvironment,
      CommandIDs.buildImage,
      CommandIDs.pullImage,
      CommandIDs.checkImage,
      CommandIDs.showImage
    ]) {
      palette?.addItem({ command, category: trans.__('JunoBench Lab') });
    }
    return model;
  }
};

/** Says in words why the kernel of an open notebook was lost, where it ran in a container. */
const kernelEnds: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:kernel-ends',
  description: 'Tells why a kernel in a container ended.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ITranslator],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    app.serviceManager.events.stream.connect((_, event) => {
      const end = kernelEnd(event);
      const panel =
        end &&
        tracker.find(
          ({ sessionContext }) =>
            sessionContext.session?.kernel?.id === end.kernel
        );
      if (panel) {
        Notification.warning(endWords(end, panel.title.label, trans), {
          autoClose: false
        });
      }
    });
  }
};

export default [environments, kernelEnds];
