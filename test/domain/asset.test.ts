import { expect } from 'chai';
import { assetDecider } from '../../domain/asset/asset.js';
import type { AssetEvent } from '../../domain/asset/events.js';
import { assetOfSource, assetSource, assetsNamedIn } from '../../domain/asset/references.js';
import { videoDecider } from '../../domain/video/video.js';
import { specFor } from '../support/decider-spec.js';
import { rightOf } from '../support/right-of.js';
import { assetId, at, owner, uuid, videoBody, videoId } from '../support/examples.js';

const { given } = specFor(assetDecider);

const facts = (seconds = 0) => ({ assetId, ownerId: owner, at: at(seconds) });
const content = {
  sha256: 'a'.repeat(64),
  bytes: 9,
  key: 'key',
  mediaType: 'video/mp4',
  media: { kind: 'video', width: 16, height: 16, durationMs: 1000 },
} as const;
const registered: AssetEvent = { type: 'AssetRegistered', data: { ...facts(), name: 'a.mp4' } };
const stored: AssetEvent = { type: 'AssetStored', data: { ...facts(1), ...content } };
const refused: AssetEvent = { type: 'AssetRefused', data: { ...facts(1), reason: 'an archive' } };
const store = { type: 'StoreAsset', ...facts(1), ...content } as const;
const refuse = { type: 'RefuseAsset', ...facts(1), reason: 'an archive' } as const;

describe('assets', () => {
  it('are stored or refused once', () => {
    given(registered).when(store).thenEvents(stored);
    given(registered, stored).when(store).thenNothing();
    given(registered, stored).when(refuse).thenRefused({ _tag: 'AssetIsFinished', assetId });
    given(registered, refused).when(store).thenRefused({ _tag: 'AssetIsFinished', assetId });
    given(registered, refused).when(refuse).thenNothing();
  });

  it('never change their content', () => {
    given(registered, stored)
      .when({ ...store, sha256: 'b'.repeat(64) })
      .thenRefused({ _tag: 'AssetIsFinished', assetId });
  });

  it('record a new name and new tags as two facts, and nothing without a change', () => {
    given(registered)
      .when({ type: 'ChangeAsset', ...facts(2), name: 'b', tags: ['x'] })
      .thenEvents(
        { type: 'AssetRenamed', data: { ...facts(2), name: 'b' } },
        { type: 'AssetTagged', data: { ...facts(2), tags: ['x'] } },
      );
    given(registered)
      .when({ type: 'ChangeAsset', ...facts(2), name: 'a.mp4', tags: [] })
      .thenNothing();
  });

  it('are referred to by sources, and found anywhere in a document', () => {
    const source = assetSource(assetId);
    expect(assetOfSource(source)).to.equal(assetId);
    expect(assetOfSource('asset:x')).to.equal(undefined);
    expect(assetOfSource('https://example.org/a.mp4')).to.equal(undefined);
    expect([...assetsNamedIn({ a: [{ source }, source], b: 'asset:' })]).to.deep.equal([
      [assetId, 'a[0].source'],
    ]);
  });
});

describe('versions of videos', () => {
  const other = uuid(62);
  const image = (id: string) => ({ type: 'image', source: `asset:${id}`, timeFrame: { start: 0, end: 1 } });
  const body = (...ids: ReadonlyArray<string>) => ({ ...videoBody(), clips: ids.map(image) as never });
  const command = { videoId, ownerId: owner, clipIds: ['one', 'two'], at: at(0) };
  const hashes = { [assetId]: 'a'.repeat(64), [other]: 'b'.repeat(64) };

  it('name the SHA-256 of each asset that they use, and of no other', () => {
    const create = {
      type: 'CreateVideo',
      ...command,
      body: body(assetId),
      assets: hashes,
      editorTokenHash: 'h',
    } as const;
    const decided = videoDecider.decide(create, videoDecider.initialState);
    expect(decided)
      .to.have.nested.property('right[0].data.assets')
      .that.deep.equals({
        [assetId]: 'a'.repeat(64),
      });
    const created = rightOf(decided)[0]!;
    const patched = videoDecider.decide(
      {
        type: 'PatchVideo',
        ...command,
        body: { clips: body(assetId, other).clips },
        assets: { [other]: 'b'.repeat(64) },
      },
      videoDecider.evolve(videoDecider.initialState, created),
    );
    expect(patched).to.have.nested.property('right[0].data.assets').that.deep.equals(hashes);
  });
});
