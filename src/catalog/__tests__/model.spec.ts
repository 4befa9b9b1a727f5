import type { InstanceFilter } from '../../client';
import { LabResponseError } from '../../request';
import type { BenchInfo, InstancePage } from '../../tokens';
import { CatalogModel, PAGE_ROWS } from '../model';

const bench = (name: string): BenchInfo => ({
  name,
  title: name,
  path: `/benches/${name}`,
  instances: 250,
  problems: []
});

interface IAsked {
  bench: string;
  filter: InstanceFilter;
  offset: number;
}

/** A server with one bench of `size` instances named "i0", "i1", ... that match every filter. */
class Server {
  constructor(private readonly _size: number) {}

  asked: IAsked[] = [];
  known = ['starter', 'mine'];
  fails: Error | null = null;
  /** Holds back answers until it resolves. */
  gate: Promise<void> = Promise.resolve();
  /** Ids that match. */
  matches = (_: number): boolean => true;

  async benches(): Promise<BenchInfo[]> {
    return this.known.map(bench);
  }

  async instances(
    name: string,
    filter: InstanceFilter,
    offset: number,
    limit: number
  ): Promise<InstancePage> {
    this.asked.push({ bench: name, filter, offset });
    const { matches } = this;
    await this.gate;
    if (this.fails) {
      throw this.fails;
    }
    const ids = Array.from({ length: this._size }, (_, index) => index).filter(
      matches
    );
    return {
      bench: name,
      instances: ids.slice(offset, offset + limit).map(index => ({
        id: `i${index}`,
        bench: name,
        ok: true,
        labels: {
          library: 'NumPy',
          crash_type: null,
          root_cause: null,
          stage: null,
          ml_bug: null,
          pattern: null
        },
        crash: null,
        notebook_specific: false,
        needs_network: false,
        problems: []
      })),
      matched: ids.length,
      total: this._size,
      offset,
      facets: [],
      problems: [],
      systems: [],
      marks: {}
    };
  }
}

async function opened(server: Server): Promise<CatalogModel> {
  const model = new CatalogModel({ client: server, searchDelay: 0 });
  await model.refresh();
  return model;
}

describe('the catalog', () => {
  it('begins with the first bench', async () => {
    const model = await opened(new Server(3));
    expect(model.bench).toBe('starter');
    expect(model.matched).toBe(3);
    expect(model.row(2)?.id).toBe('i2');
  });

  it('stays with its bench when it is refreshed, while that is there', async () => {
    const server = new Server(3);
    const model = await opened(server);
    await model.choose('mine');
    await model.refresh();
    expect(model.bench).toBe('mine');
    server.known = ['starter'];
    await model.refresh();
    expect(model.bench).toBe('starter');
  });

  it('loads the rows that are scrolled to, each page once', async () => {
    const server = new Server(250);
    const model = await opened(server);
    expect(model.row(PAGE_ROWS)).toBeNull();
    await model.need(PAGE_ROWS - 5, PAGE_ROWS + 5);
    await model.need(PAGE_ROWS, PAGE_ROWS + 10);
    expect(model.row(PAGE_ROWS)?.id).toBe(`i${PAGE_ROWS}`);
    expect(server.asked.map(({ offset }) => offset)).toEqual([0, PAGE_ROWS]);
  });

  it('leaves out the rows that a quick scroll passes by', async () => {
    const server = new Server(50 * PAGE_ROWS);
    const model = await opened(server);
    let answer: () => void = () => undefined;
    server.gate = new Promise(resolve => (answer = resolve));
    const passing: Promise<void>[] = [];
    for (let page = 1; page < 50; page++) {
      passing.push(model.need(page * PAGE_ROWS, page * PAGE_ROWS + 20));
    }
    answer();
    await Promise.all(passing);
    expect(model.row(49 * PAGE_ROWS)?.id).toBe(`i${49 * PAGE_ROWS}`);
    expect(server.asked.map(({ offset }) => offset / PAGE_ROWS)).toEqual([
      0, 1, 2, 49
    ]);
  });

  it('goes on loading rows after the filters changed in the middle of a scroll', async () => {
    const server = new Server(5 * PAGE_ROWS);
    const model = await opened(server);
    let answer: () => void = () => undefined;
    server.gate = new Promise(resolve => (answer = resolve));
    const scrolled = [1, 2, 3].map(page =>
      model.need(page * PAGE_ROWS, page * PAGE_ROWS + 20)
    );
    const filtered = model.toggle('library', 'NumPy');
    answer();
    await Promise.all([filtered, ...scrolled]);
    await model.need(4 * PAGE_ROWS, 4 * PAGE_ROWS + 20);
    expect(model.row(4 * PAGE_ROWS)?.id).toBe(`i${4 * PAGE_ROWS}`);
  });

  it('asks for no rows beyond the end', async () => {
    const server = new Server(30);
    const model = await opened(server);
    await model.need(0, 500);
    expect(server.asked).toHaveLength(1);
  });

  it('adds values of a filter, and takes them back', async () => {
    const server = new Server(3);
    const model = await opened(server);
    await model.toggle('library', 'NumPy');
    await model.toggle('library', 'pandas');
    await model.toggle('library', 'NumPy');
    expect(server.asked.at(-1)?.filter.library).toEqual(['pandas']);
    expect(model.isFiltered).toBe(true);
    await model.clearFilter();
    expect(server.asked.at(-1)?.filter.library).toEqual([]);
    expect(model.isFiltered).toBe(false);
  });

  it('searches once for words typed in one go', async () => {
    const server = new Server(3);
    const model = await opened(server);
    const answered = new Promise<void>(resolve => {
      model.changed.connect(() => {
        if (!model.loading && server.asked.length > 1) {
          resolve();
        }
      });
    });
    for (const query of ['k', 'ke', 'key']) {
      model.setQuery(query);
    }
    await answered;
    expect(server.asked.map(({ filter }) => filter.query)).toEqual(['', 'key']);
  });

  it('drops an answer to filters that are no longer set', async () => {
    const server = new Server(10);
    const model = await opened(server);
    let open: () => void = () => undefined;
    server.gate = new Promise(resolve => {
      open = resolve;
    });
    server.matches = index => index < 2;
    const slow = model.toggle('library', 'NumPy');
    server.gate = Promise.resolve();
    server.matches = index => index < 5;
    await model.toggle('library', 'NumPy');
    open();
    await slow;
    expect(model.matched).toBe(5);
  });

  it('says in words what went wrong, and recovers', async () => {
    const server = new Server(3);
    const model = await opened(server);
    server.fails = new LabResponseError('The sheet is missing.', 422, 'Broken');
    await model.choose('mine');
    expect(model.error).toBe('The sheet is missing.');
    expect(model.loading).toBe(false);
    server.fails = null;
    await model.refresh();
    expect(model.error).toBeNull();
    expect(model.matched).toBe(3);
  });

  it('asks anew for rows that could not be loaded', async () => {
    const server = new Server(250);
    const model = await opened(server);
    server.fails = new Error('gone');
    await model.need(PAGE_ROWS, PAGE_ROWS + 1);
    server.fails = null;
    await model.need(PAGE_ROWS, PAGE_ROWS + 1);
    expect(model.row(PAGE_ROWS)?.id).toBe(`i${PAGE_ROWS}`);
    expect(model.error).toBeNull();
  });
});

describe('the selection', () => {
  it('is empty until a row is picked', async () => {
    const model = await opened(new Server(3));
    expect(model.active).toBe(0);
    expect(model.selected).toBeNull();
  });

  it('stays within the list', async () => {
    const model = await opened(new Server(3));
    model.moveTo(99);
    expect(model.selected).toEqual({ bench: 'starter', id: 'i2' });
    model.moveTo(-1);
    expect(model.selected?.id).toBe('i0');
  });

  it('follows its instance when the filters change', async () => {
    const server = new Server(10);
    const model = await opened(server);
    model.moveTo(6);
    server.matches = index => index % 2 === 0;
    await model.toggle('library', 'NumPy');
    expect(model.active).toBe(3);
    expect(model.selected?.id).toBe('i6');
  });

  it('is empty while its instance is filtered out, and comes back with it', async () => {
    const server = new Server(10);
    const model = await opened(server);
    model.moveTo(6);
    server.matches = index => index < 3;
    await model.toggle('library', 'NumPy');
    expect(model.selected).toBeNull();
    server.matches = () => true;
    await model.clearFilter();
    expect(model.selected?.id).toBe('i6');
  });

  it('is made when the row that was moved to is loaded', async () => {
    const model = await opened(new Server(250));
    model.moveTo(240);
    expect(model.selected).toBeNull();
    await model.need(235, 250);
    expect(model.selected?.id).toBe('i240');
  });
});
