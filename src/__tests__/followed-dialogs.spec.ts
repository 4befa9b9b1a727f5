import { Dialog, Notification } from '@jupyterlab/apputils';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';

import { FollowedModel, type IFollowed } from '../followed';
import { FollowedDialogs } from '../followed-dialogs';

/** Work that goes on until it is told how it ends. */
class Work extends FollowedModel<IFollowed> {
  constructor() {
    super('lost');
  }

  get part(): number | null {
    return 0.5;
  }

  async start(): Promise<void> {
    this.begin({ job: { ended: null, ok: null, sentence: null } });
  }

  async end(ok: boolean, sentence: string): Promise<void> {
    const over = new Promise<void>(resolve => {
      this.ended.connect(() => resolve());
    });
    this._end({ job: { ended: 'now', ok, sentence } });
    await over;
  }

  protected async *stream(): AsyncGenerator<IFollowed> {
    yield await this._last;
  }

  protected async askToCancel(): Promise<void> {
    this._end({ job: { ended: 'now', ok: false, sentence: 'Cancelled.' } });
  }

  private _end: (last: IFollowed) => void = () => undefined;
  private readonly _last = new Promise<IFollowed>(resolve => {
    this._end = resolve;
  });
}

function dialogsOf(work: Work, isShown = false): FollowedDialogs {
  return new FollowedDialogs(
    work,
    {
      title: 'Work',
      body: () => new Widget(),
      words: () => 'Working',
      actions: () => [{ label: 'Show It', callback: () => undefined }],
      isShown: () => isShown
    },
    nullTranslator.load('junobench_lab')
  );
}

function told(): { message: string; type: string; actions: string[] }[] {
  return Notification.manager.notifications.map(
    ({ message, type, options }) => ({
      message,
      type,
      actions: (options.actions ?? []).map(({ label }) => label)
    })
  );
}

/** The dialog in front, once it is there. */
async function dialog(): Promise<Element> {
  let found: Element | null = null;
  while (!found) {
    await new Promise(resolve => setTimeout(resolve, 0));
    found = document.querySelector('.jp-Dialog');
  }
  return found;
}

async function press(label: string): Promise<void> {
  const buttons = (await dialog()).querySelectorAll<HTMLElement>('button');
  [...buttons].find(({ textContent }) => textContent === label)?.click();
}

describe('FollowedDialogs', () => {
  afterEach(() => {
    Dialog.flush();
    Notification.dismiss();
  });

  it('shows a dialog, then a notification that ends with what came of it', async () => {
    const work = new Work();
    const started = dialogsOf(work).start(() => work.start());
    await press('Continue in the Background');
    await started;
    expect(told()).toEqual([
      { message: 'Working', type: 'in-progress', actions: ['Show', 'Cancel'] }
    ]);
    await work.end(true, 'Done.');
    expect(told()).toEqual([
      { message: 'Done.', type: 'success', actions: ['Show It'] }
    ]);
  });

  it('closes the dialog at the end, and has no action for a bad one', async () => {
    const work = new Work();
    const started = dialogsOf(work).start(() => work.start());
    await dialog();
    await work.end(false, 'It broke.');
    await started;
    expect(document.querySelector('.jp-Dialog')).toBeNull();
    expect(told()).toEqual([
      { message: 'It broke.', type: 'warning', actions: [] }
    ]);
  });

  it('tells an end no second time that is shown in another way', async () => {
    const work = new Work();
    const started = dialogsOf(work, true).start(() => work.start());
    await press('Continue in the Background');
    await started;
    await work.end(false, 'A draft.');
    expect(told()).toEqual([]);
  });

  it('cancels where the person asks for it', async () => {
    const work = new Work();
    const over = new Promise(resolve =>
      work.ended.connect((_, end) => resolve(end))
    );
    const started = dialogsOf(work).start(() => work.start());
    await press('Cancel It');
    await started;
    expect(await over).toEqual({ ok: false, sentence: 'Cancelled.' });
    expect(told().map(({ message }) => message)).toEqual(['Cancelled.']);
  });

  it('says why something can not begin', async () => {
    const work = new Work();
    const started = dialogsOf(work).start(async () => {
      throw new Error('A download goes on.');
    });
    expect((await dialog()).textContent).toContain('A download goes on.');
    document.querySelector<HTMLElement>('.jp-Dialog button')?.click();
    await started;
    expect(told()).toEqual([]);
  });
});
