import { uncompared } from '../../../application/transparency/compare-history.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import { handleCommand } from '../../../application/commands/handle-command.js';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import { renderDecider, renderStream } from '../../../domain/render/render.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { connect } from '../../support/event-store/event-store-client.js';
import { rightOf } from '../../support/right-of.js';
import { renderOutcomesContract } from './render-outcomes-contract.js';

renderOutcomesContract('events in EventStoreDB', async () => {
  const client = await connect();
  const dependencies = {
    eventStore: cachedStreamHeads(eventStoreDbEventStore(client, uncompared)),
    ids: randomIds,
    clock: systemClock,
  };
  return {
    outcomesOf: (workerId) => renderOutcomes(dependencies, workerId),
    handle: async (command) => {
      const context = { actor: { type: 'admin' }, requestId: 'test' } as const;
      rightOf(
        await handleCommand(renderDecider, dependencies)(renderStream(command.renderId), command, context)(),
      );
    },
    close: () => client.dispose(),
  };
});
