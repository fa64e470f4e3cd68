import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderRow } from '../../../application/ports/queries.js';
import { commentRecords } from '../../../application/records/review-records.js';
import { DeliveryRecord, deliveryRecord } from '../../../application/records/delivery-record.js';
import { EventRecord, eventRecord } from '../../../application/records/event-record.js';
import { FeedEventRecord, feedEventRecord } from '../../../application/records/feed-event-record.js';
import { RenderRecord, renderRecord } from '../../../application/records/render-record.js';
import { VersionRecord, versionRecord } from '../../../application/records/version-record.js';
import { VideoRecord, videoRecord, videoRecordJson } from '../../../application/records/video-record.js';
import { WebhookBody, webhookBody } from '../../../application/records/webhook-body.js';
import { WebhookRecord, webhookRecord } from '../../../application/records/webhook-record.js';
import type { CommentId } from '../../../domain/ids.js';
import { formatErrors } from '../../../domain/codec/codec.js';
import type { Field } from '../../../domain/codec/containers.js';
import { schemaProblems } from '../../support/api/api-description.js';
import {
  at,
  changes,
  clip,
  composition,
  endpointId,
  owner,
  renderId,
  snapshot,
  uuid,
  videoId,
} from '../../support/examples.js';
import { PUBLIC_BASE_URL } from '../../support/service/public-base-url.js';

const video = {
  videoId,
  composition: composition('Holiday', [clip('a')]),
  createdAt: at(0),
  updatedAt: at(1),
};

const pending: RenderRow = {
  renderId,
  ownerId: owner,
  status: 'pending',
  attempt: 0,
  progress: 0,
  video: snapshot(video.composition),
  createdAt: at(0),
  updatedAt: at(0),
};
const OUTPUT = { key: 'k.mp4', bytes: 9, sha256: 'e', width: 2, height: 2, frames: 1, durationMs: 9 };
const RESOLVED = {
  duration: 9,
  canvas: { width: 2, height: 2 },
  clips: [{ id: 'a', start: 0, end: 9, x: 0, y: 0.5, width: 2, height: 1 }],
};
const completed: RenderRow = {
  ...pending,
  status: 'completed',
  attempt: 1,
  progress: 1,
  captionedClips: [clip('a', 'Bye')],
  output: OUTPUT,
  startedAt: at(1),
  finishedAt: at(2),
};
const failed: RenderRow = {
  ...pending,
  status: 'failed',
  attempt: 1,
  failure: { stage: 'download', message: 'not found', retryable: false, clip: 'clips[0]', host: 'a.example' },
  finishedAt: at(2),
};

const KEPT = { publicBaseUrl: PUBLIC_BASE_URL, retentionDays: 0 };

const body = (event: 'render.completed' | 'render.failed', render: RenderRow): string =>
  webhookBody(event, render, PUBLIC_BASE_URL);

/** Each record as this service creates it, by name, with its codec. */
const RECORDS: Readonly<Record<string, readonly [Field, unknown]>> = {
  video: [VideoRecord, videoRecord(video)],
  'video with its editor link': [VideoRecord, videoRecord(video, `${PUBLIC_BASE_URL}/editor/1#token=t`)],
  'video with additional properties': [
    VideoRecord,
    videoRecord({ ...video, composition: { ...video.composition, additional: { a: [1, null] } } }),
  ],
  'pending render': [RenderRecord, renderRecord(pending, KEPT)],
  'completed render': [RenderRecord, renderRecord(completed, KEPT)],
  'completed render whose outputs expire': [
    RenderRecord,
    renderRecord(completed, { ...KEPT, retentionDays: 30 }),
  ],
  'completed render of automatic values': [
    RenderRecord,
    renderRecord({ ...completed, output: { ...OUTPUT, resolved: RESOLVED } }, KEPT),
  ],
  'failed render': [RenderRecord, renderRecord(failed, KEPT)],
  'webhook body of a completed render': [WebhookBody, JSON.parse(body('render.completed', completed))],
  'webhook body of a failed render': [WebhookBody, JSON.parse(body('render.failed', failed))],
  webhook: [
    WebhookRecord,
    webhookRecord({
      endpointId,
      ownerId: owner,
      url: 'https://a.example/hook',
      events: ['render.failed'],
      description: 'mine',
      status: 'disabled',
      disabledReason: 'gone',
      createdAt: at(0),
      updatedAt: at(1),
    }),
  ],
  delivery: [
    DeliveryRecord,
    deliveryRecord({
      deliveryId: uuid(7),
      endpointId,
      messageId: uuid(8),
      event: 'render.completed',
      renderId,
      status: 'delivered',
      createdAt: at(0),
      finishedAt: at(1),
      attempts: [{ attempt: 1, startedAt: at(0), durationMs: 3.5, httpStatus: 204, answer: '' }],
    }),
  ],
  'feed event': [
    FeedEventRecord,
    feedEventRecord({
      number: 1,
      messageId: uuid(8),
      createdAt: at(0),
      body: body('render.failed', failed),
    }),
  ],
  'first version': [
    VersionRecord,
    versionRecord({ videoId, version: 1, revision: 0, createdAt: at(0), actor: { type: 'editor-link' } }),
  ],
  'restored version': [
    VersionRecord,
    versionRecord({
      videoId,
      version: 3,
      revision: 2,
      createdAt: at(0),
      actor: { type: 'api-key', keyId: 'k' },
      changes: changes(),
      restoredFrom: 1,
    }),
  ],
  'recorded event whose data is not an object': [
    EventRecord,
    eventRecord({
      id: uuid(9),
      stream: 'video-1',
      revision: 0,
      type: 'VideoCreated',
      recordedAt: at(0),
      data: ['written', 'by another program'],
      metadata: {
        actor: { type: 'admin' },
        requestId: 'r',
        $correlationId: 'r',
        $causationId: 'r',
        previousHash: '',
        hash: 'h',
      },
    }),
  ],
};

const decode = (codec: Field, value: unknown) => E.mapLeft(formatErrors)(codec.decode(value));

describe('records', () => {
  for (const [name, [codec, value]] of Object.entries(RECORDS)) {
    it(`${name}: decodes to itself`, () => {
      expect(decode(codec, value)).to.deep.equal(E.right(value));
    });

    it(`${name}: conforms to the schema of its codec`, () => {
      expect(schemaProblems(codec.jsonSchema, value)).to.deep.equal([]);
    });

    it(`${name}: is refused without any of its required fields, or with an unknown one`, () => {
      const record = value as Record<string, unknown>;
      for (const missing of codec.jsonSchema['required'] as ReadonlyArray<string>) {
        const { [missing]: _, ...rest } = record;
        expect(decode(codec, rest), missing).to.have.property('_tag', 'Left');
        expect(schemaProblems(codec.jsonSchema, rest), missing).not.to.deep.equal([]);
      }
      expect(decode(codec, { ...record, more: 1 })).to.have.property('_tag', 'Left');
      expect(schemaProblems(codec.jsonSchema, { ...record, more: 1 })).not.to.deep.equal([]);
    });
  }

  it('a video is the same from its state and from a row with JSON text', () => {
    const row = {
      videoId,
      ownerId: owner,
      version: 1,
      compositionJson: JSON.stringify(video.composition),
      archived: false,
      createdAt: video.createdAt,
      updatedAt: video.updatedAt,
    };
    const asJson = (moved: { readonly folder?: string; readonly archived?: true }): unknown =>
      JSON.parse(JSON.stringify(videoRecord({ ...video, ...moved })));
    expect(JSON.parse(videoRecordJson(row))).to.deep.equal(asJson({}));
    const moved = { folder: '"Spring"', archived: true } as const;
    expect(JSON.parse(videoRecordJson({ ...row, ...moved }))).to.deep.equal(asJson(moved));
  });

  it('comments are joined to threads by looking at each comment a few times, however many there are', () => {
    let looks = 0;
    const said = (index: number, threadId?: string) => ({
      commentId: uuid(index) as CommentId,
      text: `comment ${index}`,
      author: { role: 'owner', credential: 'k' } as const,
      createdAt: at(index),
      get threadId() {
        looks += 1;
        return threadId as CommentId;
      },
    });
    const count = 200;
    const rows = Array.from({ length: count }, (_, index) => [
      said(index),
      said(count + index, uuid(index)),
    ]).flat();
    const threads = commentRecords(rows);
    expect(threads.map(({ replies }) => replies.map(({ text }) => text))).to.deep.equal(
      Array.from({ length: count }, (_, index) => [`comment ${count + index}`]),
    );
    expect(looks).to.be.at.most(4 * rows.length);
  });

  it('a video without the id of one of its clips is refused', () => {
    const record = videoRecord(video);
    const clips = record.clips.map((stored) => ({ ...stored, id: undefined }));
    expect(decode(VideoRecord, { ...record, clips })).to.deep.equal(E.left(['clips[0].id is required']));
  });

  it('a stored feed body that is not a webhook body throws', () => {
    const row = { number: 1, messageId: 'm', createdAt: at(0), body: '{"event":"x"}' };
    expect(() => feedEventRecord(row)).to.throw(RangeError);
  });
});
