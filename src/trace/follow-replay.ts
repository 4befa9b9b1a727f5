import type { NotebookPanel } from '@jupyterlab/notebook';

import { showCell } from './go-to-cell';
import type { NotebookSessions } from './notebook-sessions';
import type { Replay } from './replay';

/** Bring the cell of the current step into view whenever a replay moves on. */
export function followReplay(
  panel: NotebookPanel,
  sessions: NotebookSessions
): void {
  let replay: Replay | null = null;
  let index = -1;
  sessions.changed.connect(() => {
    const now = sessions.replay;
    if (now === replay && (!now || now.index === index)) {
      return;
    }
    replay = now;
    index = now?.index ?? -1;
    const id = now && sessions.shown.idOf(now.execution.cell);
    if (id) {
      void showCell(panel.content, id);
    }
  });
}
