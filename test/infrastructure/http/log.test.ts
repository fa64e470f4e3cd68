import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { isConsistent, isIncluded } from '../../../application/transparency/verify-proofs.js';
import { noteKeyId, parseCheckpoint } from '../../../application/transparency/checkpoint.js';
import { isSignedBy, thumbprintOf } from '../../../infrastructure/signing/ed25519.js';
import { rotateSigningKey } from '../../../infrastructure/signing/signing-keys.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { serviceForSuite } from '../../support/service/service.js';

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

describe('HTTP API: the log of all events', () => {
  const service = serviceForSuite();
  let api: Api;
  before(async () => {
    service.log.start();
    api = apiClient(service.baseUrl, await service.issueKey('auditor'));
  });

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
});
