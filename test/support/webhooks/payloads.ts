import * as fc from 'fast-check';
import type { RenderRow } from '../../../application/ports/queries.js';
import { webhookBody } from '../../../application/records/webhook-body.js';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import type { OwnerId, RenderId, VideoId } from '../../../domain/ids.js';

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('👩‍👩‍👧‍👦 family', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'e\u0301', '\u2028\u2029', '"\\/\b\f\n\r\t', '</script>', 'שלום مرحبا'),
  // Validation refuses lone surrogates, but the signature must be correct for them too.
  fc.constantFrom('\ud83d', 'a\udc00b', '\udfff\ud800'),
);

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
    2 ** 53 + 2,
    1e21,
    5e-324,
    1.7976931348623157e308,
    -0,
    0.1,
  ),
  fc.integer(),
);

const clips = fc.record(
  {
    id: texts,
    type: fc.constantFrom('video', 'image', 'text', 'audio', 'caption'),
    volume: numbers,
    timeFrame: fc.record({ start: numbers, end: numbers }),
    position: fc.record({ x: numbers, y: numbers, z: numbers }),
    transform: fc.record({ scale: fc.record({ x: numbers, y: numbers }), rotation: numbers }),
    size: fc.record({ width: numbers, height: numbers }),
    source: fc.webUrl({ withQueryParameters: true }),
    textProperties: fc.record({ content: texts, fontSize: numbers, color: texts }),
    captionProperties: fc.record({
      words: fc.array(fc.record({ start: numbers, end: numbers, word: texts }), { maxLength: 3 }),
    }),
  },
  { requiredKeys: ['id', 'type', 'timeFrame', 'position', 'transform', 'size'] },
) as unknown as fc.Arbitrary<Clip>;

const AT = '2030-01-01T00:00:00.000Z';

const renders: fc.Arbitrary<RenderRow> = fc
  .record({
    renderId: fc.uuid(),
    videoId: fc.uuid(),
    name: texts,
    message: texts,
    clips: fc.array(clips, { maxLength: 3 }),
    completed: fc.boolean(),
    additional: fc.dictionary(texts, fc.oneof(texts, numbers, fc.constant(null), fc.boolean()), {
      maxKeys: 3,
    }),
  })
  .map(({ renderId, videoId, name, message, completed, clips, additional }) => ({
    renderId: renderId as RenderId,
    ownerId: 'ada' as OwnerId,
    status: completed ? 'completed' : 'failed',
    attempt: 1,
    progress: 1,
    video: {
      videoId: videoId as VideoId,
      version: 1,
      composition: {
        version: '1.0.0',
        metadata: {
          name,
          backgroundColor: '#000000',
          duration: 1000,
          fps: 29.97,
          canvas: { width: 1920, height: 1080 },
        },
        clips,
        renderOptionsInUI: ['json'],
        additional,
      },
      createdAt: AT,
      updatedAt: AT,
    },
    ...(completed
      ? {
          output: {
            key: `${renderId}.mp4`,
            bytes: 1,
            sha256: '',
            width: 1,
            height: 1,
            frames: 1,
            durationMs: 1,
          },
        }
      : { failure: { stage: 'encode', message, retryable: true } as const }),
    createdAt: AT,
    updatedAt: AT,
  }));

/** Webhook bodies as they are stored and sent, including difficult JSON. */
export const generatedBodies = (count: number): ReadonlyArray<Buffer> =>
  fc
    .sample(renders, { numRuns: count, seed: 20_300_101 })
    .map((render) =>
      Buffer.from(
        webhookBody(
          render.status === 'completed' ? 'render.completed' : 'render.failed',
          render,
          'https://films.example.com',
        ),
      ),
    );
