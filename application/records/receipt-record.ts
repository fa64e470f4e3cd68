import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import { amount, countField, dateTime, text, texts } from './fields.js';

// A receipt as clients and verifiers see it: docs/verify/file.md. Others keep issued receipts, so fields may only be added.

const sha256 = (content: string) => text(`SHA-256 of ${content}, hex.`);
/** A bound of lists that no render exceeds. */
const MAX_ITEMS = 10_000;

const optionValues = (kind: string) =>
  texts(`Options of the ${kind} encoder and their values, as ffmpeg names them.`);

export const Receipt = about(
  'What a file was made from. The signature covers its canonical JSON (RFC 8785).',
  record(
    {
      format: about('Always `framewright-receipt`.', oneOf('framewright-receipt')),
      formatVersion: about('Version of this format.', number({ minimum: 1, maximum: 1 })),
      log: text('Name of the log of all events that contains the events below.'),
      renderId: text('The render.'),
      videoId: text('The video that was rendered.'),
      videoVersion: countField('The version that was rendered.'),
      requestedAt: dateTime('When the render was requested.'),
      completedAt: dateTime('When it was completed.'),
      signedAt: dateTime('When this receipt was signed.'),
      compositionSha256: sha256('the composition as rendered, as canonical JSON'),
      renderer: text('Version of the renderer.'),
      ffmpeg: text('Version of ffmpeg.'),
      sources: about(
        'The media files that were used.',
        array(
          record({
            url: text('Where it was fetched from, without user, password and query.'),
            sha256: sha256('the file'),
            bytes: countField('Size of the file in bytes.'),
          }),
          MAX_ITEMS,
        ),
      ),
      fonts: about(
        'The fonts that were used.',
        array(record({ family: text('Family of the font.'), sha256: sha256('the font file') }), MAX_ITEMS),
      ),
      output: about(
        'The finished file.',
        record(
          {
            sha256: sha256('the file'),
            bytes: countField('Size of the file in bytes.'),
            width: countField('Width in pixels.'),
            height: countField('Height in pixels.'),
            frames: countField('Number of frames.'),
            durationMs: amount('Duration in ms.'),
          },
          {
            streams: about(
              'The streams, whatever container they are in. Absent for renders of earlier releases.',
              array(
                record({
                  kind: about('What it is.', oneOf('video', 'audio')),
                  sha256: sha256('all packets of the stream, in a form that is the same in every container'),
                }),
                MAX_ITEMS,
              ),
            ),
            presentation: about(
              'What players use of the file besides the packets of its streams, such as timestamps, edit lists and the display matrix: names and values for the movie and for each track. Absent where `streams` is, and for renders of earlier releases.',
              array(texts('Names and values.'), MAX_ITEMS),
            ),
            files: about(
              'The further files of the render. Absent if there are none.',
              array(
                record({
                  role: text('What the file is, such as `output` or `poster`.'),
                  format: text('Its format.'),
                  sha256: sha256('the file'),
                  bytes: countField('Size of the file in bytes.'),
                }),
                MAX_ITEMS,
              ),
            ),
          },
        ),
      ),
      events: about(
        'The recorded events of the render, oldest first.',
        array(
          record(
            {
              stream: text('The stream of the event.'),
              revision: countField('Its position in the stream, from 0.'),
              type: text('What happened.'),
              sha256: sha256('the event, from which its leaf in the log is computed'),
            },
            {
              logIndex: countField(
                'Its position in the log, from 0. Absent if it was not yet in the log when the receipt was signed.',
              ),
            },
          ),
          MAX_ITEMS,
        ),
      ),
    },
    {
      encoder: about(
        'How the file was encoded. Absent for renders of earlier releases.',
        record({ video: optionValues('video'), audio: optionValues('audio') }),
      ),
    },
  ),
  { title: 'Receipt' },
);
export type Receipt = t.TypeOf<typeof Receipt>;

export const SignedReceipt = about(
  'A receipt and its signature.',
  record({
    receipt: Receipt,
    signature: about(
      'Ed25519 (RFC 8032) over the canonical JSON of `receipt`.',
      record({
        algorithm: about('Always `Ed25519`.', oneOf('Ed25519')),
        keyId: text('Identifies the key in `/.well-known/framewright-keys.json`.'),
        value: text('The signature, base64url.'),
      }),
    ),
  }),
  { title: 'SignedReceipt' },
);
export type SignedReceipt = t.TypeOf<typeof SignedReceipt>;
