import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { Dialog, showDialog } from '@jupyterlab/apputils';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { version as ownVersion } from '../package.json';
import { LabClient, Version } from './client';
import { LabResponseError } from './request';

/** The version of the routes that this front end reads; API_VERSION on the server's side. */
const API = 1;

/** Whether the two halves may work together: the same routes, the same release. */
export function agrees(
  server: Version,
  own: Version = { version: ownVersion, api: API }
): boolean {
  return server.api === own.api && server.version === own.version;
}

/** Says once, in one dialog, when the front end and the server extension don't belong together. */
const version: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:version',
  description: 'Checks that the front end and the server extension agree.',
  autoStart: true,
  optional: [ITranslator],
  activate: (app: JupyterFrontEnd, translator: ITranslator | null): void => {
    const trans = (translator ?? nullTranslator).load('junobench_lab');
    const tell = (body: string) =>
      showDialog({
        title: trans.__('JunoBench Lab'),
        body,
        buttons: [Dialog.okButton({ label: trans.__('OK') })]
      });
    const check = async () => {
      const client = new LabClient(app.serviceManager.serverSettings);
      try {
        const server = await client.version();
        if (!agrees(server)) {
          await tell(
            trans.__(
              'The server extension of JunoBench Lab has version %1, the front end %2. Install one version of junobench-lab for both, restart the server and reload this page.',
              server.version,
              ownVersion
            )
          );
        }
      } catch (error) {
        // A server that does not answer at all is the lab's own to report.
        if (error instanceof LabResponseError && error.status > 0) {
          await tell(error.message);
        }
      }
    };
    void app.restored.then(check);
  }
};

export default [version];
