import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { downloadIcon } from '@jupyterlab/ui-components';

import { LabClient } from '../client';
import { CommandIDs } from '../commands';
import { orTell } from '../failure';
import { FetchDialogs } from './dialogs';
import { FetchModel } from './model';

/** Fetches the published data set. */
const fetching: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:fetching',
  description: 'Fetches JunoBench, with sizes and licences shown before.',
  autoStart: true,
  optional: [ITranslator, ICommandPalette],
  activate: (
    app: JupyterFrontEnd,
    translator: ITranslator | null,
    palette: ICommandPalette | null
  ): void => {
    const { commands } = app;
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const client = new LabClient(app.serviceManager.serverSettings);
    const model = new FetchModel(
      client,
      trans.__('The connection was lost; it may have gone on.')
    );
    const dialogs = new FetchDialogs(
      model,
      client,
      bench =>
        void orTell(trans.__('The bench could not be shown'), async () => {
          await commands.execute(CommandIDs.showBench, { bench });
        }),
      trans
    );
    model.ended.connect(() => {
      // Not by itself to the bench: the person may be at work in another one.
      if (
        model.progress?.job.bench &&
        commands.hasCommand(CommandIDs.showBench)
      ) {
        void commands.execute(CommandIDs.showBench);
      }
    });
    commands.addCommand(CommandIDs.fetchBench, {
      label: trans.__('Fetch JunoBench…'),
      caption: trans.__(
        'Fetch the published crashes from the Hugging Face hub, with sizes and licences shown before'
      ),
      icon: downloadIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: () => dialogs.fetch()
    });
    palette?.addItem({
      command: CommandIDs.fetchBench,
      category: trans.__('JunoBench Lab')
    });
  }
};

export default [fetching];
