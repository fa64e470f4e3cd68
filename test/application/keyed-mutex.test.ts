import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { inOrderByKey } from '../../application/keyed-mutex.js';

describe('tasks with a key', () => {
  it('run one after the other, in the order of arrival', async () => {
    const inOrder = inOrderByKey();
    const order: Array<string> = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const task = (name: string, until: Promise<void>) =>
      TE.fromTask(async () => {
        order.push(`${name} begins`);
        await until;
        order.push(`${name} ends`);
      });
    const first = inOrder('k', task('first', released))();
    const second = inOrder('k', task('second', Promise.resolve()))();
    const other = inOrder('l', task('other', Promise.resolve()))();
    await other;
    release();
    await Promise.all([first, second]);
    expect(order.filter((line) => !line.startsWith('other'))).to.deep.equal([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ]);
  });

  it('do not start if their signal aborts before, and the others keep their order', async () => {
    const inOrder = inOrderByKey();
    const abort = new AbortController();
    const started: Array<string> = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const task = (name: string) => TE.fromIO(() => void started.push(name));
    const first = inOrder(
      'k',
      TE.fromTask(() => released),
    )();
    const second = inOrder('k', task('second'), abort.signal)();
    const third = inOrder('k', task('third'))();
    abort.abort();
    expect(await second).to.deep.equal(E.left({ _tag: 'Abandoned' }));
    expect(started).to.deep.equal([]);
    release();
    await Promise.all([first, third]);
    expect(started).to.deep.equal(['third']);
  });
});
