import { JupyterFrontEndPlugin } from '@jupyterlab/application';

import catalog from './catalog';
import compare from './compare';
import curation from './curation';
import environments from './environments';
import fetching from './fetching';
import instance from './instance';
import preflight from './preflight';
import runs from './runs';
import systems from './systems';
import trace from './trace';
import trajectory from './trajectory';
import version from './version';

/** The plugins of the extension; each can be disabled by its id. */
const plugins: JupyterFrontEndPlugin<unknown>[] = [
  ...environments,
  ...systems,
  ...instance,
  ...catalog,
  ...fetching,
  ...trace,
  ...preflight,
  ...runs,
  ...curation,
  ...compare,
  ...trajectory,
  ...version
];

export default plugins;
