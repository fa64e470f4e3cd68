import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { writesOf } from '../../../application/commands/write-and-await.js';
import { currentVideo } from '../../../application/videos/current-video.js';
import { announcedWrites } from '../../../infrastructure/postgres/read-models/announced-writes.js';
import { postgresReadModel } from '../../../infrastructure/postgres/read-models/read-model.js';
import { postgresQueries } from '../../../infrastructure/postgres/queries/queries.js';
import { type ReadModels, startReadModels } from '../../support/event-store/event-log.js';
import {
  composition,
  otherOwner,
  owner,
  videoCreated,
  videoId,
  videoPatched,
} from '../../support/examples.js';
import { batchOf } from '../../support/event-store/log-batch.js';
import { rightOf } from '../../support/right-of.js';
import { recorder } from '../../support/webhooks/recorded.js';

const ALL_STORED = 2n;

describe('The current video', () => {
  let readModels: ReadModels;
  let readModel: Awaited<ReturnType<typeof postgresReadModel>>;
  let announced: ReturnType<typeof announcedWrites>;
  const record = recorder();
  const [created, patched] = [
    videoCreated(composition('First'), { videoId, ownerId: owner }),
    videoPatched(2, composition('Second'), { videoId, ownerId: owner }),
  ].map((event) => batchOf([record(`video-${videoId}`, event)]));

  beforeEach(async () => {
    readModels = await startReadModels();
    const { database, url, store } = readModels;
    announced = announcedWrites(database, () => Promise.resolve());
    await announced.lastOf(''); // declares that nothing else was announced
    await store.apply(created!);
    readModel = await postgresReadModel({
      database,
      databaseUrl: url,
      lastStored: () => Promise.resolve(ALL_STORED),
    });
    rightOf(await readModel.reached(created!.upTo)());
  });
  afterEach(async () => {
    await readModel.close();
    await readModels.stop();
  });

  const versionOf = async (ownerId = owner): Promise<number | undefined> => {
    const queries = postgresQueries(readModels.database);
    const found = rightOf(await currentVideo({ queries, readModel })(ownerId, videoId)());
    return O.toUndefined(found)?.version;
  };

  it('is read at once if the read models show every write of the owner', async () => {
    expect(await versionOf()).to.equal(1);
    await announced.announce([writesOf(owner)], created!.upTo.commit);
    expect(await versionOf()).to.equal(1);
  });

  it('waits for the writes of the owner, and for nobody else', async () => {
    await announced.announce([writesOf(owner)], patched!.upTo.commit);
    const reading = versionOf();
    expect(await versionOf(otherOwner)).to.equal(1);
    await readModels.store.apply(patched!);
    expect(await reading).to.equal(2);
  });

  it('waits for everything stored if announced writes were lost', async () => {
    await announced.announce([writesOf(owner)], patched!.upTo.commit);
    await readModels.database('announced_writes').truncate();
    const reading = versionOf();
    await readModels.store.apply(patched!);
    expect(await reading).to.equal(2);
  });

  it('does not exist if nothing is known of it', async () => {
    await readModels.database('video_details').delete();
    expect(await versionOf()).to.equal(undefined);
  });
});
