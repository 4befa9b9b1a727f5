import { JupyterFrontEndPlugin } from '@jupyterlab/application';

import catalog from './catalog';
import compare from './compare';
import instance from './instance';
import runs from './runs';
import trace from './trace';
import version from './version';

/** The plugins of the extension; each can be disabled by its id. */
const plugins: JupyterFrontEndPlugin<unknown>[] = [
  ...instance,
  ...catalog,
  ...trace,
  ...runs,
  ...compare,
  ...version
];

export default plugins;
