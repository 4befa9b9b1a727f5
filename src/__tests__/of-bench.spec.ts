import { PromiseDelegate } from '@lumino/coreutils';

import { OfBench } from '../of-bench';

class Word extends OfBench<string> {
  readonly asked: PromiseDelegate<string>[] = [];

  get word(): string | null {
    return this.value;
  }

  protected load(): Promise<string> {
    const answer = new PromiseDelegate<string>();
    this.asked.push(answer);
    return answer.promise;
  }
}

it('leaves an answer aside that another question has overtaken', async () => {
  const word = new Word();
  const told = jest.fn();
  word.changed.connect(told);
  const first = word.choose('one');
  const second = word.refresh();
  word.asked[1].resolve('new');
  await second;
  word.asked[0].resolve('old');
  await first;
  expect(word.word).toBe('new');
  expect(told).toHaveBeenCalledTimes(1);
});

it('forgets what it knew of a bench when another is chosen', async () => {
  const word = new Word();
  const first = word.choose('one');
  word.asked[0].resolve('known');
  await first;
  const second = word.choose('two');
  expect(word.word).toBeNull();
  word.asked[1].reject(new Error('no such bench'));
  await second;
  expect(word.error).toContain('no such bench');
});
