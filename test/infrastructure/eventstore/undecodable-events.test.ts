import { randomUUID } from 'node:crypto';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { uncompared } from '../../../application/transparency/compare-history.js';
import type { RenderId, VideoId } from '../../../domain/ids.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { catchUp, replay, startReadModels, startStore } from '../../support/event-store/event-log.js';
import { newStream } from '../../support/event-store/example-history.js';
import { composition, videoCreated, videoPatched } from '../../support/examples.js';
import { CONTENT, type Json, malformed, noted, whole } from './malformed-patches.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

describe('Undecodable events', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());
  const store = forSuite(startStore, (opened) => opened.stop());

  const newVideo = async (): Promise<VideoId> => {
    const videoId = randomUUID() as VideoId;
    const created = videoCreated(composition(), { videoId, editorTokenHash: randomUUID() });
    const { stream, events } = newStream(`video-${videoId}`, [created]);
    rightOf(await eventStoreDbEventStore(store.client, uncompared).append(stream, 'no-stream', events)());
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
    ).to.deep.equal(['data.videoId is missing or invalid', 'the render that it ends is in no read model']);
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
});
