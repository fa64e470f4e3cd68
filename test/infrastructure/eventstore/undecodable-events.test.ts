import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import { loadState } from '../../../application/commands/load-state.js';
import type { StoredEvent } from '../../../application/ports/event-archive.js';
import type { RenderId, VideoId } from '../../../domain/ids.js';
import { videoDecider } from '../../../domain/video/video.js';
import { fromRecordedEvent } from '../../../infrastructure/eventstore/event-codec.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { catchUp, type ReadModels, replay, startReadModels, startStore } from '../../support/event-log.js';
import { newStream } from '../../support/example-history.js';
import { composition, videoCreated, videoPatched } from '../../support/examples.js';
import { batchOf } from '../../support/log-batch.js';
import { rightOf } from '../../support/right-of.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

const FOLDER = join(packageRoot, 'test/domain/golden-events');
const golden = readdirSync(FOLDER).map(
  (file) => (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { stored: StoredEvent }).stored,
);

/** Must not appear in any record, log or error. */
const CONTENT = 'content-of-a-client';

type Json = Readonly<Record<string, unknown>>;

const { data: whole } = videoPatched(2, composition(CONTENT));
const noted = newStream('video-x', [videoPatched(2, composition())]).events[0]?.metadata as unknown as Json;
const without = (field: string, all: Json = whole): Json =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== field));

/** Patches that this service never wrote: data, metadata, and the reported reason. */
const malformed: ReadonlyArray<readonly [data: unknown, metadata: unknown, reason: string]> = [
  [CONTENT, noted, 'data is no object'],
  [[CONTENT], noted, 'data is no object'],
  [{}, noted, 'data.videoId is missing or not what it must be'],
  [without('composition'), noted, 'data.composition is missing or not what it must be'],
  [{ ...whole, composition: null }, noted, 'data.composition is missing or not what it must be'],
  [
    { ...whole, composition: { ...whole.composition, clips: [null] } },
    noted,
    'data.composition.clips.0 is missing or not what it must be',
  ],
  [{ ...whole, version: 2 ** 40 }, noted, 'data.version is missing or not what it must be'],
  [{ ...whole, version: CONTENT }, noted, 'data.version is missing or not what it must be'],
  [{ ...whole, at: CONTENT }, noted, 'data.at is missing or not what it must be'],
  [{ ...whole, ownerId: `${CONTENT}\0` }, noted, 'data holds text, names or numbers that can not be stored'],
  [whole, undefined, 'metadata is no object'],
  [whole, without('actor', noted), 'metadata.actor is missing or not what it must be'],
  [{ ...whole, videoId: randomUUID() }, noted, 'the event is about another stream than its own'],
];

const valueAnywhere = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    1.5,
    2 ** 31,
    1e300,
    '\0',
    '\ud800',
    [],
    {},
    true,
    CONTENT,
    '10000-01-01T00:00:00Z',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The value with the part at a place replaced or removed; the numbers select the path. */
const changedAt = (
  value: unknown,
  [first = 0, ...deeper]: ReadonlyArray<number>,
  replacement: unknown,
): unknown => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return replacement;
  const keys = Object.keys(value);
  const key = keys[first % keys.length] ?? '';
  const inner = (value as Json)[key];
  const changed = deeper.length === 0 ? replacement : changedAt(inner, deeper, replacement);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? changed : item));
  return { ...value, [key]: changed };
};

describe('Undecodable events', function () {
  this.timeout(120_000);
  let store: Awaited<ReturnType<typeof startStore>>;
  let models: ReadModels;
  before(async () => {
    store = await startStore();
    models = await startReadModels();
  });
  after(async () => {
    await models.stop();
    await store.stop();
  });

  const newVideo = async (): Promise<VideoId> => {
    const videoId = randomUUID() as VideoId;
    const created = videoCreated(composition(), { videoId, editorTokenHash: randomUUID() });
    const { stream, events } = newStream(`video-${videoId}`, [created]);
    rightOf(await eventStoreDbEventStore(store.client).append(stream, 'no-stream', events)());
    return videoId;
  };
  const versionsOf = async (videoId: VideoId): Promise<ReadonlyArray<number>> =>
    models.database('video_versions').where({ video_id: videoId }).orderBy('version').pluck('version');
  const patch = (videoId: VideoId, data: unknown, metadata: unknown) =>
    jsonEvent({
      type: 'VideoPatched',
      data: (data === whole || (data as Json)['videoId'] === whole.videoId
        ? { ...(data as Json), videoId }
        : data) as Json,
      ...(metadata === undefined ? {} : { metadata: metadata as Json }),
    });

  it('are skipped and recorded without their content, and do not hold up later events', async () => {
    const victims: VideoId[] = [];
    for (const [data, metadata] of malformed) {
      const victim = await newVideo();
      await store.client.appendToStream(`video-${victim}`, patch(victim, data, metadata));
      victims.push(victim);
    }
    const binary = await newVideo();
    await store.client.appendToStream(
      `video-${binary}`,
      binaryEvent({ type: 'VideoPatched', data: Buffer.from(CONTENT) }),
    );
    const later = await newVideo();
    await replay(store.log, models);

    for (const video of [...victims, binary, later]) expect(await versionsOf(video)).to.deep.equal([1]);
    const notes = await models
      .database('projection_skipped_events')
      .select<ReadonlyArray<Json>>('stream', 'revision', 'type', 'reason');
    const rows = notes.map((note): Json => ({ ...note, revision: String(note['revision']) }));
    expect(JSON.stringify(rows)).to.not.include(CONTENT);
    const reasons = new Map(rows.map((row) => [row['stream'], row]));
    const expected = [...malformed.map(([, , reason]) => reason), 'the event is not JSON'];
    for (const [index, video] of [...victims, binary].entries())
      expect(reasons.get(`video-${video}`)).to.deep.include({
        revision: '1',
        type: 'VideoPatched',
        reason: expected[index],
      });
    expect(rows).to.have.length(expected.length);
    // Applied again, they are recorded once.
    await models.database('projection_checkpoints').delete();
    await replay(store.log, models);
    expect(await models.database('projection_skipped_events')).to.have.length(expected.length);
  });

  it('stop commands on their stream, and on no other', async () => {
    const [victim, other] = [await newVideo(), await newVideo()];
    await store.client.appendToStream(`video-${victim}`, patch(victim, { ...whole, at: CONTENT }, noted));
    const load = loadState(videoDecider, cachedStreamHeads(eventStoreDbEventStore(store.client)));
    expect(await load(`video-${victim}`)()).to.deep.equal(
      E.left({
        _tag: 'UndecodableEvent',
        stream: `video-${victim}`,
        revision: 1,
        eventType: 'VideoPatched',
        reason: 'data.at is missing or not what it must be',
      }),
    );
    expect(await load(`video-${other}`)()).to.have.nested.property('right.version', 1);
  });

  it('do not block the end of a render whose beginning is undecodable', async () => {
    const renderId = randomUUID() as RenderId;
    const facts = { renderId, videoId: whole.videoId, ownerId: whole.ownerId, videoVersion: 1, at: whole.at };
    const failure = { stage: 'download', message: CONTENT, retryable: true } as const;
    const [end] = newStream(`render-${renderId}`, [
      { type: 'RenderFailed', data: { ...facts, attempt: 1, failure } },
    ]).events;
    await store.client.appendToStream(`render-${renderId}`, [
      jsonEvent({ type: 'RenderRequested', data: { renderId }, metadata: noted }),
      jsonEvent({ type: 'RenderFailed', data: end!.event.data as unknown as Json, metadata: noted }),
    ]);
    const later = await newVideo();
    await replay(store.log, models);
    expect(await versionsOf(later)).to.deep.equal([1]);
    expect(
      await models
        .database('projection_skipped_events')
        .where({ stream: `render-${renderId}` })
        .orderBy('revision')
        .pluck('reason'),
    ).to.deep.equal([
      'data.videoId is missing or not what it must be',
      'the render that it ends is in no read model',
    ]);
  });

  it('are checked again by a later release: read models are rebuilt with the events it can read', async () => {
    const video = await newVideo();
    const readable = newStream(`video-${video}`, [
      videoPatched(2, composition('Readable'), { videoId: video }),
    ]).events[0]!;
    const { event, metadata } = readable;
    await store.client.appendToStream(
      `video-${video}`,
      jsonEvent({
        type: event.type,
        data: event.data,
        metadata,
      }),
    );
    await replay(store.log, models);
    const note = {
      stream: `video-${video}`,
      revision: 1,
      type: 'VideoPatched',
      reason: 'an earlier release',
    };
    const others = await models.database('projection_skipped_events');
    await models.database('projection_skipped_events').insert(note);
    await models.database('video_versions').where({ video_id: video, version: 2 }).delete();

    expect(await catchUp(store, models)).to.deep.equal(['VideoPatched']);
    expect(await versionsOf(video)).to.deep.equal([1, 2]);
    expect(await models.database('projection_skipped_events')).to.deep.equal(others);
    expect(await catchUp(store, models)).to.deep.equal([]);
  });

  it('are complete: everything that can be decoded can be projected', async () => {
    const fresh = await startReadModels();
    let commit = 0n;
    let [decodable, undecodable] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...golden),
        fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('data' as const, 'data' as const, 'metadata' as const),
        valueAnywhere,
        async (stored, way, part, value) => {
          commit += 1n;
          const position = { commit, prepare: commit };
          const decoded = fromRecordedEvent(
            {
              id: stored.id,
              streamId: stored.stream,
              revision: 0n,
              type: stored.type,
              data: stored.data as Record<string, unknown>,
              metadata: stored.metadata as unknown as Record<string, unknown>,
              isJson: true,
              created: new Date(0),
              position,
              [part]: changedAt(stored[part], way, value) as Record<string, unknown>,
            },
            position,
          );
          if (E.isRight(decoded)) {
            decodable += 1;
            await fresh.store.apply(batchOf([decoded.right]));
          } else {
            undecodable += 1;
            expect(JSON.stringify(decoded.left)).to.not.include(CONTENT);
          }
        },
      ),
      { numRuns: 400 },
    );
    // Of 400, drawn at random: enough of both to mean something.
    expect(decodable).to.be.above(5);
    expect(undecodable).to.be.above(5);
    await fresh.stop();
  });
});
