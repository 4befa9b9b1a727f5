import { IDisposable } from '@lumino/disposable';
import { Debouncer } from '@lumino/polling';
import { ISignal, Signal } from '@lumino/signaling';

import type { Dimension, InstanceFilter, LabClient } from '../client';
import { LabResponseError } from '../request';
import { sentenceOf } from '../sentence';
import type {
  BenchInfo,
  IInstanceKey,
  InstancePage,
  InstanceSummary,
  Standing,
  SystemFacet,
  SystemMark
} from '../tokens';

export type Facet = InstancePage['facets'][number];
export type Problem = InstancePage['problems'][number];

/** Rows that the server is asked for at once. */
export const PAGE_ROWS = 100;

/** Pages that are asked for at the same time; rows in view lie on two at most. */
const MAX_ASKED = 2;

/** Milliseconds between the last key in the search box and the search. */
const SEARCH_DELAY = 200;

const NO_FILTER: InstanceFilter = {
  query: '',
  library: [],
  crash_type: [],
  root_cause: [],
  stage: [],
  pattern: [],
  right: [],
  wrong: []
};

export namespace CatalogModel {
  export interface IOptions {
    client: Pick<LabClient, 'benches' | 'instances'>;
    /** Name of the bench to begin with; the first one where there is none of this name. */
    bench?: string | null;
    searchDelay?: number;
  }
}

/**
 * The panel of benches: which bench, which filters, which rows, which row is selected.
 *
 * Rows come from the server in pages, as far as the list is scrolled; what was asked for before the filters changed is
 * dropped when it arrives.
 */
export class CatalogModel implements IDisposable {
  constructor({ client, bench, searchDelay }: CatalogModel.IOptions) {
    this._client = client;
    this._bench = bench ?? null;
    this._search = new Debouncer(
      () => this._reload(),
      searchDelay ?? SEARCH_DELAY
    );
  }

  /** Anything that is drawn changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get benches(): readonly BenchInfo[] {
    return this._benches;
  }

  /** Name of the bench that is shown. */
  get bench(): string | null {
    return this._bench;
  }

  get filter(): InstanceFilter {
    return this._filter;
  }

  get facets(): readonly Facet[] {
    return this._page?.facets ?? [];
  }

  /** The systems that are loaded for the bench, with the counts of their filters. */
  get systems(): readonly SystemFacet[] {
    return this._page?.systems ?? [];
  }

  /** The marks of systems in the row of an instance; none where they could be hints. */
  marks(id: string): readonly SystemMark[] {
    return this._marks.get(id) ?? [];
  }

  /** What a system has to be on the rows; null: it doesn't matter. */
  standing(key: string): Standing | null {
    const standings: Standing[] = ['right', 'wrong'];
    return standings.find(each => this._filter[each].includes(key)) ?? null;
  }

  /** Number of instances that match the filters. */
  get matched(): number {
    return this._page?.matched ?? 0;
  }

  /** Number of instances of the bench. */
  get total(): number {
    return this._page?.total ?? 0;
  }

  /** Whether an answer for the present bench and filters is still to come. */
  get loading(): boolean {
    return this._loading;
  }

  /** Whether there is anything to show, maybe of the filters before. */
  get hasRows(): boolean {
    return this._page !== null;
  }

  /** What went wrong, in a sentence for a person. */
  get error(): string | null {
    return this._error;
  }

  /** Problems of the bench as a whole. */
  get problems(): readonly Problem[] {
    if (this._page) {
      return this._page.problems;
    }
    return this._benches.find(b => b.name === this._bench)?.problems ?? [];
  }

  get isFiltered(): boolean {
    return Object.values(this._filter).some(value => value.length > 0);
  }

  /** Row that the keyboard is at; -1 where there is none. */
  get active(): number {
    return this._active;
  }

  /** The instance that was picked; null while its row is filtered out. */
  get selected(): IInstanceKey | null {
    return this.row(this._active)?.id === this._selected?.id
      ? this._selected
      : null;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    this._abort.abort();
    this._search.dispose();
    Signal.clearData(this);
  }

  /** A row of the filtered list; null while it is not loaded. */
  row(index: number): InstanceSummary | null {
    return (
      this._rows.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null
    );
  }

  /** Load benches and rows anew. */
  async refresh(): Promise<void> {
    this._loading = true;
    this._changed.emit();
    try {
      this._benches = await this._client.benches();
    } catch (error) {
      this._fail(error);
      return;
    }
    if (!this._benches.some(bench => bench.name === this._bench)) {
      this._bench = this._benches[0]?.name ?? null;
    }
    await this._reload();
  }

  /** Load the rows anew, with the filters and the selection as they are. */
  async reread(): Promise<void> {
    if (this._page) {
      await this._reload();
    }
  }

  /** Show another bench, with no filter. */
  async choose(bench: string): Promise<void> {
    if (bench === this._bench) {
      return;
    }
    this._bench = bench;
    this._filter = NO_FILTER;
    this._page = null;
    this._selected = null;
    await this._reload();
  }

  /** Search for words, once nothing more is typed for a moment. */
  setQuery(query: string): void {
    this._filter = { ...this._filter, query };
    this._changed.emit();
    this._search.invoke().catch(() => undefined);
  }

  /** Choose a value of a filter, or take it back. */
  async toggle(dimension: Dimension, value: string): Promise<void> {
    const chosen = this._filter[dimension];
    this._filter = {
      ...this._filter,
      [dimension]: chosen.includes(value)
        ? chosen.filter(other => other !== value)
        : [...chosen, value]
    };
    await this._reload();
  }

  /** Have a system right, wrong, or (null) either on all rows. */
  async chooseStanding(key: string, standing: Standing | null): Promise<void> {
    const others = (chosen: readonly string[]) =>
      chosen.filter(other => other !== key);
    const filter = {
      ...this._filter,
      right: others(this._filter.right),
      wrong: others(this._filter.wrong)
    };
    if (standing !== null) {
      filter[standing].push(key);
    }
    this._filter = filter;
    await this._reload();
  }

  async clearFilter(): Promise<void> {
    this._filter = NO_FILTER;
    await this._reload();
  }

  /**
   * Have the rows from `first` up to `end` loaded.
   *
   * What a quick scroll passes by is left out: as long as answers are to come, only the rows needed last are waited for.
   */
  async need(first: number, end: number): Promise<void> {
    this._needed = [first, end];
    await this._loadNeeded();
  }

  private async _loadNeeded(): Promise<void> {
    if (this._loading) {
      return;
    }
    const [first, end] = this._needed;
    const last = Math.min(end, this.matched) - 1;
    const waiting: Promise<void>[] = [];
    for (
      let page = Math.floor(first / PAGE_ROWS);
      page <= Math.floor(last / PAGE_ROWS);
      page++
    ) {
      if (!this._rows.has(page) && this._asked < MAX_ASKED) {
        this._rows.set(page, []);
        waiting.push(this._askFor(page));
      }
    }
    await Promise.all(waiting);
  }

  private async _askFor(page: number): Promise<void> {
    this._asked++;
    try {
      await this._loadPage(page);
    } finally {
      this._asked--;
    }
    if (this._error === null) {
      await this._loadNeeded();
    }
  }

  /** Move to a row; beyond an end, to the last one there. */
  moveTo(index: number): void {
    const active = Math.max(0, Math.min(index, this.matched - 1));
    if (this.matched === 0) {
      return;
    }
    this._active = active;
    const row = this.row(active);
    this._selected = row && { bench: row.bench, id: row.id };
    this._changed.emit();
  }

  private async _reload(): Promise<void> {
    this._abort.abort();
    this._abort = new AbortController();
    this._loading = this._bench !== null;
    this._error = null;
    this._changed.emit();
    if (this._bench !== null) {
      await this._loadPage(0, true);
    }
  }

  /** @param first - Whether this is the answer to new filters: it replaces what is shown. */
  private async _loadPage(page: number, first = false): Promise<void> {
    const { signal } = this._abort;
    const bench = this._bench;
    if (bench === null) {
      return;
    }
    let answer: InstancePage;
    try {
      answer = await this._client.instances(
        bench,
        this._filter,
        page * PAGE_ROWS,
        PAGE_ROWS,
        signal
      );
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (namesUnloaded(error, this._filter)) {
        // It was unloaded elsewhere: what it was asked to be is moot.
        this._filter = { ...this._filter, right: [], wrong: [] };
        await this._reload();
        return;
      }
      this._rows.delete(page);
      this._fail(error);
      return;
    }
    if (signal.aborted) {
      return;
    }
    if (first) {
      this._rows = new Map();
      this._marks = new Map();
      this._loading = false;
      this._page = answer;
    }
    this._error = null;
    this._rows.set(page, answer.instances);
    for (const [id, marks] of Object.entries(answer.marks)) {
      this._marks.set(id, marks);
    }
    this._follow(page, answer.instances, first);
    this._changed.emit();
  }

  /** Keep the selection on its instance, or on its row while that was not loaded. */
  private _follow(
    page: number,
    rows: readonly InstanceSummary[],
    first: boolean
  ): void {
    const at = rows.findIndex(row => row.id === this._selected?.id);
    if (at >= 0) {
      this._active = page * PAGE_ROWS + at;
    } else if (first) {
      this._active = rows.length > 0 ? 0 : -1;
    } else if (
      this._selected === null &&
      Math.floor(this._active / PAGE_ROWS) === page
    ) {
      this.moveTo(this._active);
    }
  }

  private _fail(error: unknown): void {
    this._loading = false;
    this._error = sentenceOf(error);
    this._changed.emit();
  }

  private readonly _client: CatalogModel.IOptions['client'];
  private readonly _search: Debouncer;
  private readonly _changed = new Signal<this, void>(this);
  private _abort = new AbortController();
  private _isDisposed = false;
  private _benches: BenchInfo[] = [];
  private _bench: string | null;
  private _filter = NO_FILTER;
  private _page: InstancePage | null = null;
  private _rows = new Map<number, InstanceSummary[]>();
  private _marks = new Map<string, SystemMark[]>();
  private _needed: [number, number] = [0, 0];
  private _asked = 0;
  private _loading = false;
  private _error: string | null = null;
  private _active = -1;
  private _selected: IInstanceKey | null = null;
}

/** Whether the filter failed because a system that it names is no longer loaded. */
function namesUnloaded(error: unknown, filter: InstanceFilter): boolean {
  return (
    error instanceof LabResponseError &&
    error.kind === 'UnknownSystem' &&
    filter.right.length + filter.wrong.length > 0
  );
}
