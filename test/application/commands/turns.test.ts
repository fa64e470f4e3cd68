import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { inOrderByKey } from '../../../application/commands/turns.js';

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

  it('can pause between tasks, without delaying the result of a task', async () => {
    const inTurn = inOrderByKey();
    const order: Array<string> = [];
    const task = (name: string) =>
      TE.fromTask(() => {
        order.push(name);
        return Promise.resolve();
      });
    const pause = (): number => 50;
    const first = inTurn('k', task('first'), undefined, pause)().then(() => {
      order.push('first has its result');
      // Timers fire in the order of their ends, on a busy machine too.
      setTimeout(() => order.push('a shorter time is over'), 1);
    });
    await inTurn('k', task('second'), undefined, pause)();
    await first;
    expect(order).to.deep.equal(['first', 'first has its result', 'a shorter time is over', 'second']);
  });
});
