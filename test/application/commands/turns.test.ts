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
});
