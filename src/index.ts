import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';

/** Placeholder: shows that the extension is loaded. */
const plugin: JupyterFrontEndPlugin<void> = {
  id: 'junobench-lab:plugin',
  description: 'JunoBench Lab.',
  autoStart: true,
  activate: (_app: JupyterFrontEnd): void => undefined
};

const plugins: JupyterFrontEndPlugin<unknown>[] = [plugin];

export default plugins;
