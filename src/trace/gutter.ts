/** Makes what stands beside a cell: its badge, its number, and a few words. */
import type { TranslationBundle } from '@jupyterlab/translation';
import type { LabIcon } from '@jupyterlab/ui-components';

import { crashIcon, jumpBackIcon } from '../icons';
import type { CellNeed } from '../tokens';
import type { ICellMark } from './marks';
import type { SessionView } from './notebook-sessions';
import type { IReplayTag } from './replay-tags';
import {
  badgeText,
  markSentence,
  needBadge,
  needSentences,
  nthRun
} from './words';

/** All that is shown of one cell. */
export interface ICellNotes {
  view: SessionView;
  mark: ICellMark | null;
  /** What it needs before it can run in this kernel. */
  need: CellNeed | null;
  /** What lights up at the current step of a replay. */
  tag: IReplayTag | null;
  /** Whether it is the cell of the current step of a replay. */
  current: boolean;
}

/** Place of a cell of the trace in the notebook now, 0-based. */
export type PlaceOf = (cell: number) => number | null;

let gutters = 0;

export function makeGutter(
  notes: ICellNotes,
  placeOf: PlaceOf,
  trans: TranslationBundle
): HTMLElement {
  const { mark, need, view } = notes;
  const gutter = document.createElement('div');
  gutter.className = 'jp-jbl-gutter';
  gutter.id = `jp-jbl-gutter-${gutters++}`;
  const badge = mark ? badgeText(mark, trans) : '';
  if (mark && badge) {
    gutter.title = markSentence(mark, view, trans);
    gutter.append(
      makeBadge(mark, badge),
      text('jp-jbl-sr', `${gutter.title}.`)
    );
  }
  gutter.append(text('jp-jbl-gutter-number', ''));
  for (const line of gutterLines(mark, trans)) {
    gutter.append(text('jp-jbl-gutter-line', line));
  }
  if (need) {
    gutter.append(...makeNeed(need, placeOf, trans));
  }
  return gutter;
}

/** "wrote test" at the right end of a cell. */
export function makeTag(
  { kind, names }: IReplayTag,
  trans: TranslationBundle
): HTMLElement {
  const words =
    kind === 'wrote'
      ? trans.__('wrote')
      : names.length > 0
        ? trans.__('would write')
        : trans.__('is needed, never ran');
  const tag = text(`jp-jbl-tag jp-jbl-tag-${kind}`, words);
  if (names.length > 0) {
    const code = document.createElement('code');
    code.textContent = names.join(', ');
    tag.title = `${words} ${code.textContent}`;
    tag.append(' ', code);
  }
  return tag;
}

function makeNeed(
  need: CellNeed,
  placeOf: PlaceOf,
  trans: TranslationBundle
): HTMLElement[] {
  const sentences = needSentences(need, placeOf, trans)
    .join(' ')
    .replaceAll('`', '');
  const badge = text('jp-jbl-gutter-need', needBadge(need, placeOf, trans));
  badge.title = sentences;
  badge.setAttribute('aria-hidden', 'true');
  return [badge, text('jp-jbl-sr', ` ${sentences}`)];
}

/** What stands below the number of a cell. */
function gutterLines(
  mark: ICellMark | null,
  trans: TranslationBundle
): string[] {
  const lines: string[] = [];
  if (mark?.crash?.line) {
    lines.push(trans.__('line %1', mark.crash.line));
  }
  if (mark?.state === 'crashed' && mark.places.length > 1) {
    lines.push(nthRun(mark.places.length, trans));
  }
  return lines;
}

function makeBadge(mark: ICellMark, words: string): HTMLElement {
  const jumped = mark.state === 'ran' && mark.jumpFrom !== null;
  const badge = document.createElement('span');
  badge.className = 'jp-jbl-badge';
  // Read as the sentence beside it.
  badge.setAttribute('aria-hidden', 'true');
  if (jumped) {
    badge.classList.add('jp-jbl-badge-jump');
  }
  const icon: LabIcon | null =
    mark.state === 'crashed' ? crashIcon : jumped ? jumpBackIcon : null;
  icon?.element({ container: badge, tag: 'span', width: '10px' });
  badge.append(text('', words));
  return badge;
}

function text(className: string, content: string): HTMLElement {
  const node = document.createElement('span');
  node.className = className;
  node.textContent = content;
  return node;
}
