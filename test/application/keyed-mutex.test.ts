import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { inOrderByKey } from '../../application/keyed-mutex.js';

describe('turns', () => {
  it('run tasks with the same key one after the other, in the order of their arrival', async () => {
    const inTurn = inOrderByKey();
    const order: Array<string> = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const task = (name: string, until: Promise<void>) =>
      TE.fromTask(async () => {
        order.push(`${name} begins`);
        await until;
        order.push(`${name} ends`);
      });
    const first = inTurn('k', task('first', released))();
    const second = inTurn('k', task('second', Promise.resolve()))();
    const other = inTurn('l', task('other', Promise.resolve()))();
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

  it('do not start a task whose signal aborted while it waited, and keep the order of the others', async () => {
    const inTurn = inOrderByKey();
    const abort = new AbortController();
    const started: Array<string> = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const task = (name: string) => TE.fromIO(() => void started.push(name));
    const first = inTurn(
      'k',
      TE.fromTask(() => released),
    )();
    const second = inTurn('k', task('second'), abort.signal)();
    const third = inTurn('k', task('third'))();
    abort.abort();
    expect(await second).to.deep.equal(E.left({ _tag: 'Abandoned' }));
    expect(started).to.deep.equal([]);
    release();
    await Promise.all([first, third]);
    expect(started).to.deep.equal(['third']);
  });
});
