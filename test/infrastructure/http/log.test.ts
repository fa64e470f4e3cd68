import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { historyComparison } from '../../../application/transparency/compare-history.js';
import { growLog, HistoryDiffersError } from '../../../application/transparency/grow-log.js';
import { isConsistent, isIncluded } from '../../../application/transparency/verify-proofs.js';
import { noteKeyId, parseCheckpoint } from '../../../application/transparency/checkpoint.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { eventStoreDbEventLog } from '../../../infrastructure/eventstore/event-log.js';
import { postgresMerkleLog } from '../../../infrastructure/postgres/log/merkle-log.js';
import { isSignedBy, thumbprintOf } from '../../../infrastructure/signing/ed25519.js';
import { rotateSigningKey } from '../../../infrastructure/signing/signing-keys.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { type Service, startService } from '../../support/service/service.js';

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

describe('HTTP API: the log of all events', function () {
  this.timeout(60_000);
  let service: Service;
  let api: Api;
  before(async () => {
    service = await startService();
    service.log.start();
    api = apiClient(service.baseUrl, await service.issueKey('auditor'));
  });
  after(() => service.stop());

  const createVideo = async (): Promise<string> =>
    (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id as string;

  /** A checkpoint whose log contains the event. */
  const checkpointWith = (videoId: string, revision: number) =>
    eventually(async () => {
      const index = await service.log.merkleLog.indexOf(`video-${videoId}`, revision);
      const { data } = (await api('GET', '/v1/log/checkpoint')).body;
      expect(index).to.be.a('number');
      expect(data.size).to.be.greaterThan(index as number);
      return data as { origin: string; size: number; rootHash: string; note: string };
    });

  it('has checkpoints that anyone can verify with the published keys', async () => {
    const { note, size, rootHash, origin } = await checkpointWith(await createVideo(), 0);
    const { keys } = JSON.parse(
      (await apiClient(service.baseUrl)('GET', '/.well-known/framewright-keys.json')).text,
    );
    const checkpoint = rightOf(parseCheckpoint(note));
    expect(checkpoint).to.deep.include({ origin, size, root: Buffer.from(rootHash, 'base64') });
    const [signature] = checkpoint.signatures;
    const { x, kid } = keys[0];
    expect(kid).to.equal(thumbprintOf(x));
    expect(signature).to.include({ keyName: origin, keyId: noteKeyId(origin, Buffer.from(x, 'base64url')) });
    expect(isSignedBy(x, Buffer.from(checkpoint.text), signature?.signature ?? bytes(''))).to.equal(true);
    expect(isSignedBy(x, Buffer.from(checkpoint.text.replace(`${size}`, '1')), bytes(''))).to.equal(false);
    const open = await apiClient(service.baseUrl)('GET', '/log/checkpoint');
    expect(E.isRight(parseCheckpoint(open.text))).to.equal(true);
  });

  it('proves that it contains each event', async () => {
    const videoId = await createVideo();
    await api('PATCH', `/v1/videos/${videoId}`, { body: { metadata: { name: 'changed' } } });
    await checkpointWith(videoId, 1);
    for (const revision of [0, 1]) {
      const { data } = (await api('GET', `/v1/log/proof?videoId=${videoId}&revision=${revision}`)).body;
      const { index, size, leafHash, rootHash, hashes } = data;
      const claim = { leaf: bytes(leafHash), index, size, root: bytes(rootHash), proof: hashes.map(bytes) };
      expect(isIncluded(claim)).to.equal(true);
      expect(isIncluded({ ...claim, index: index + 1 })).to.equal(false);
    }
  });

  it('proves that it continues an earlier checkpoint', async () => {
    const earlier = await checkpointWith(await createVideo(), 0);
    const later = await checkpointWith(await createVideo(), 0);
    const query = `from=${earlier.size}&size=${later.size}`;
    const { data } = (await api('GET', `/v1/log/proof?${query}`)).body;
    const claim = {
      first: { size: earlier.size, root: bytes(earlier.rootHash) },
      second: { size: later.size, root: bytes(later.rootHash) },
      proof: data.hashes.map(bytes),
    };
    expect(data.rootHash).to.equal(later.rootHash);
    expect(isConsistent(claim)).to.equal(true);
    const rewritten = { ...claim.first, root: claim.second.root };
    expect(isConsistent({ ...claim, first: rewritten })).to.equal(false);
  });

  it('refuses proofs for other owners, for missing events and for invalid queries', async () => {
    const videoId = await createVideo();
    const { size } = await checkpointWith(videoId, 0);
    const other = apiClient(service.baseUrl, await service.issueKey('somebody-else'));
    const status = async (query: string, caller = api) =>
      (await caller('GET', `/v1/log/proof?${query}`)).status;
    expect(await status(`videoId=${videoId}`, other)).to.equal(403);
    expect(await status(`videoId=${videoId}&revision=7`)).to.equal(404);
    expect(await status(`videoId=${videoId}&size=1`)).to.equal(404);
    expect(await status('')).to.equal(400);
    expect(await status(`videoId=${videoId}&from=1`)).to.equal(400);
    expect(await status(`from=2&size=1`)).to.equal(400);
    expect(await status(`from=1&size=${size + 1000}`)).to.equal(400);
  });

  it('continues with a new key after a rotation, and publishes when the old one was retired', async () => {
    const { publicKey } = await service.log.keys.current();
    const newKeyId = await rotateSigningKey(service.log.seed, service.log.registry);
    const { origin, note } = await checkpointWith(await createVideo(), 0);
    const [newest, ...older] = await service.log.keys.all();
    expect(newest).to.include({ keyId: newKeyId }).and.not.have.property('retiredAt');
    expect(older.map((key) => key.publicKey)).to.deep.equal([publicKey]);
    expect(older[0]).to.have.property('retiredAt');
    const current = Buffer.from(newest?.publicKey ?? '', 'base64url');
    expect(rightOf(parseCheckpoint(note)).signatures[0]?.keyId).to.equal(noteKeyId(origin, current));
  });

  describe('when the stored events were rewritten', () => {
    /** Rebuilds the log as after a move to another store, from the first event. */
    const growAgain = async (storeId: string): Promise<void> => {
      const stopping = new AbortController();
      const log = postgresMerkleLog(service.database, storeId);
      const comparison = historyComparison(log, () => undefined);
      const { size } = await log.head();
      const eventLog = eventStoreDbEventLog(service.client, comparison, {
        onLost: (error) => stopping.abort(error),
        onUnknownEvent: () => undefined,
        onUndecodableEvent: () => undefined,
      });
      let seen = 0;
      await growLog({
        eventLog: {
          followStored: async function* (after, signal) {
            for await (const batch of eventLog.followStored(after, signal)) {
              yield batch;
              seen += batch.events.length;
              if (seen >= size) return;
            }
          },
        },
        archive: eventStoreDbArchive(service.client, comparison),
        log,
        comparison,
        onGrown: () => Promise.resolve(),
        signal: stopping.signal,
      });
    };

    it('accepts the same events from another store', async () => {
      await checkpointWith(await createVideo(), 0);
      await growAgain('a copy of the store');
    });

    it('names the first event that differs', async () => {
      const videoId = await createVideo();
      await checkpointWith(videoId, 0);
      await service.database.raw(`update merkle_subtrees set hash = decode(repeat('00', 32), 'hex')
        where level = 0 and index = (select index from merkle_leaves where stream = 'video-${videoId}')`);
      const failure = await growAgain('another copy').then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(HistoryDiffersError);
      expect((failure as Error).message).to.include(`event 0 of video-${videoId}`);
    });
  });
});
