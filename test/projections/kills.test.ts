import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { expectIntactHistories } from '../support/event-store/chain-check.js';
import {
  startProjecting,
  type ReadModels,
  replay,
  startReadModels,
  startStore,
} from '../support/event-store/event-log.js';
import { eventually } from '../support/eventually.js';
import { storeHistory } from '../support/event-store/example-history.js';
import { tableHashes } from '../support/servers/table-hashes.js';
import { NODE_OPTIONS, codeFile } from '../support/processes/programs.js';
import { itIfLong } from '../support/long-form.js';

const EVENTS = 100_000;
const KILLS = 40;
const PROJECTOR = codeFile('test/support/service/projecting-process');

describe('projections: killed repeatedly', function () {
  this.timeout(1_800_000);
  let store: Awaited<ReturnType<typeof startStore>>;
  let models: ReadModels;
  let undisturbed: ReadModels;

  before(async () => {
    store = await startStore();
    models = await startReadModels();
    undisturbed = await startReadModels();
    await storeHistory(store.client, EVENTS);
  });
  after(async () => {
    await models.stop();
    await undisturbed.stop();
    await store.stop();
  });

  const commit = async () => (await models.store.start())?.commit ?? -1n;

  itIfLong(
    `${EVENTS} events under ${KILLS} kills give the same tables as an undisturbed replay, and no checkpoint moves backwards`,
    async () => {
      let reached = -1n;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const projector = fork(PROJECTOR, {
          execArgv: [...NODE_OPTIONS],
          env: { ...process.env, EVENTSTORE_URL: store.node.connectionString, DATABASE_URL: models.url },
        });
        // Each projector is killed during a batch, after up to five batches.
        for (let batch = 0; batch <= kill % 5; batch += 1)
          await Promise.race([once(projector, 'message'), once(projector, 'exit')]);
        await new Promise((resolve) => setImmediate(resolve));
        const ended = once(projector, 'exit');
        projector.kill('SIGKILL');
        await ended;
        const now = await commit();
        expect(now >= reached, `checkpoint ${now} after ${reached}`).to.equal(true);
        reached = now;
      }
      const head = await store.log.headAfter(undefined);
      const projecting = startProjecting(store.log, models);
      await eventually(async () => expect(await models.store.start()).to.deep.equal(head), 900_000);
      await projecting.stop();
      await replay(store.log, undisturbed);
      expect(await tableHashes(models.database)).to.deep.equal(await tableHashes(undisturbed.database));
      const messages = async ({ database }: ReadModels) =>
        database('webhook_messages').select('message_id', 'event', 'render_id', 'body').orderBy('message_id');
      expect(await messages(models)).to.deep.equal(await messages(undisturbed));
      expect(await expectIntactHistories(store.client)).to.be.at.least(EVENTS);
    },
  );
});
