import { randomUUID } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { outcomesOfWorker } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { at, requestRender } from '../../support/examples.js';
import { memoryLastReports, memoryRenders } from '../../support/renders/memory-renders.js';
import { rightOf } from '../../support/right-of.js';

describe('Starting a render', () => {
  it('reads its state and the last report of its worker at the same time', async () => {
    const renders = memoryRenders();
    const renderId = randomUUID() as RenderId;
    rightOf(renders.handle(requestRender({ renderId })));
    const reads = new EventEmitter();
    const stateIsRead = once(reads, 'state');
    const { start } = outcomesOfWorker(
      {
        handle: (command) => TE.fromIOEither(() => renders.handle(command)),
        load: (id) => async () => {
          reads.emit('state');
          return renders.outcomesOf('one').current(id)();
        },
        now: () => at(),
      },
      'one',
      {
        ...memoryLastReports(),
        of: async () => {
          await stateIsRead;
          return undefined;
        },
      },
    );
    expect(rightOf(await start(renderId)())).to.include({ status: 'processing', attempt: 1 });
  });
});
