import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { commentRecords } from '../../../application/records/review-records.js';
import { EventRecord, eventRecord } from '../../../application/records/event-record.js';
import { feedEventRecord } from '../../../application/records/feed-event-record.js';
import { RenderRecord, renderRecord } from '../../../application/records/render-record.js';
import { VideoRecord, videoRecord, videoRecordJson } from '../../../application/records/video-record.js';
import { WebhookRecord, webhookRecord } from '../../../application/records/webhook-record.js';
import type { CommentId } from '../../../domain/ids.js';
import { formatErrors } from '../../../domain/codec/codec.js';
import type { Field } from '../../../domain/codec/containers.js';
import { schemaProblems } from '../../support/api/api-description.js';
import {
  at,
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

/** Records that do not occur in the tests of the API, whose responses are all checked against its description. */
const RARE: Readonly<Record<string, readonly [Field, unknown]>> = {
  'a completed render of automatic values': [
    RenderRecord,
    renderRecord(
      {
        renderId,
        ownerId: owner,
        status: 'completed',
        attempt: 1,
        progress: 1,
        video: snapshot(video.composition),
        captionedClips: [clip('a', 'Bye')],
        output: {
          key: 'k.mp4',
          bytes: 9,
          sha256: 'e',
          width: 2,
          height: 2,
          frames: 1,
          durationMs: 9,
          resolved: {
            duration: 9,
            canvas: { width: 2, height: 2 },
            clips: [{ id: 'a', start: 0, end: 9, x: 0, y: 0.5, width: 2, height: 1 }],
          },
        },
        createdAt: at(0),
        updatedAt: at(0),
        startedAt: at(1),
        finishedAt: at(2),
      },
      { publicBaseUrl: PUBLIC_BASE_URL, retentionDays: 30 },
    ),
  ],
  'a disabled webhook': [
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
  'a recorded event whose data is not an object': [
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
  for (const [name, [codec, value]] of Object.entries(RARE))
    it(`${name} decodes to itself, and conforms to the schema of its codec`, () => {
      expect(decode(codec, value)).to.deep.equal(E.right(value));
      expect(schemaProblems(codec.jsonSchema, value)).to.deep.equal([]);
    });

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

  it('comments are grouped by thread in linear time', () => {
    let reads = 0;
    const comment = (index: number, threadId?: string) => ({
      commentId: uuid(index) as CommentId,
      text: `comment ${index}`,
      author: { role: 'owner', credential: 'k' } as const,
      createdAt: at(index),
      get threadId() {
        reads += 1;
        return threadId as CommentId;
      },
    });
    const count = 200;
    const rows = Array.from({ length: count }, (_, index) => [
      comment(index),
      comment(count + index, uuid(index)),
    ]).flat();
    const threads = commentRecords(rows);
    expect(threads.map(({ replies }) => replies.map(({ text }) => text))).to.deep.equal(
      Array.from({ length: count }, (_, index) => [`comment ${count + index}`]),
    );
    expect(reads).to.be.at.most(4 * rows.length);
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
