import * as E from 'fp-ts/lib/Either.js';
import canonicalize from 'canonicalize';
import { withoutSecrets } from '../../domain/codec/web-url.js';
import type { Clip } from '../../domain/composition/clips/clip.js';
import type { RenderEvent } from '../../domain/render/events.js';
import type { ArchivedEvent } from '../ports/event-archive.js';
import type { Signer } from '../ports/signing-keys.js';
import { hashOfStored } from '../audit/hash-chain.js';
import { digestOf } from '../digests.js';
import type { Receipt, SignedReceipt } from '../records/receipt-record.js';

// A receipt is a signed statement of how a file was made. Verifying it requires only the file, the receipt and the public
// keys.

/** Only completed renders have receipts. */
export interface RenderNotCompleted {
  readonly _tag: 'RenderNotCompleted';
}

type Of<Type extends RenderEvent['type']> = Extract<RenderEvent, { readonly type: Type }>['data'];

const newest = <Type extends RenderEvent['type']>(
  history: ReadonlyArray<ArchivedEvent>,
  type: Type,
): Of<Type> | undefined =>
  history
    .map(({ event }) => event)
    .findLast((event): event is Extract<RenderEvent, { readonly type: Type }> => event?.type === type)
    ?.data as Of<Type> | undefined;

const lastOf = (history: ReadonlyArray<ArchivedEvent>, type: RenderEvent['type']): number =>
  history.findLastIndex(({ event }) => event?.type === type);

/** The parts of a receipt that describe the render. */
export type ReceiptFacts = Omit<Receipt, 'log' | 'signedAt'>;

/** The clips with the last recorded caption words. */
const captionedClips = (history: ReadonlyArray<ArchivedEvent>): ReadonlyArray<Clip> | undefined => {
  for (const { event } of history.toReversed())
    if (event?.type === 'CaptionWordsGenerated' || event?.type === 'CaptionWordsImported')
      return event.data.clips;
  return undefined;
};

/**
 * The receipt of a completed render, without signer and time.
 * @param history all events of the render's stream, oldest first
 */
export const receiptOf = (
  history: ReadonlyArray<ArchivedEvent>,
): E.Either<RenderNotCompleted, ReceiptFacts> => {
  const requested = newest(history, 'RenderRequested');
  const completed = newest(history, 'RenderCompleted');
  if (!requested || !completed) return E.left({ _tag: 'RenderNotCompleted' });
  const { composition } = requested.video;
  const clips = captionedClips(history) ?? composition.clips;
  const { bytes, sha256, width, height, frames, durationMs, streams, presentation, files } = completed.output;
  const { renderer, ffmpeg, encoder, sources, fonts } = completed.provenance;
  return E.right({
    format: 'framewright-receipt',
    formatVersion: 1,
    renderId: requested.renderId,
    videoId: requested.videoId,
    videoVersion: requested.videoVersion,
    requestedAt: requested.at,
    completedAt: completed.at,
    compositionSha256: digestOf({ ...composition, clips }),
    renderer,
    ffmpeg,
    ...(encoder ? { encoder } : {}),
    sources: sources.map(({ url, sha256, bytes }) => ({ url: withoutSecrets(url), sha256, bytes })),
    fonts: fonts.map(({ family, sha256 }) => ({ family, sha256 })),
    output: {
      sha256,
      bytes,
      width,
      height,
      frames,
      durationMs,
      ...(streams ? { streams } : {}),
      ...(presentation ? { presentation } : {}),
      ...(files
        ? { files: files.map(({ role, format, sha256, bytes }) => ({ role, format, sha256, bytes })) }
        : {}),
    },
    // Without the events of replays, which do not change the receipt.
    events: history.slice(0, lastOf(history, 'RenderCompleted') + 1).map(({ stored }) => ({
      stream: stored.stream,
      revision: stored.revision,
      type: stored.type,
      sha256: hashOfStored(stored),
    })),
  });
};

/** The bytes that the signature of a receipt covers: its canonical JSON (RFC 8785). */
export const signedBytes = (receipt: Receipt): Uint8Array => Buffer.from(canonicalize(receipt) ?? '');

export const signReceipt = (receipt: Receipt, { keyId, sign }: Signer): SignedReceipt => ({
  receipt,
  signature: {
    algorithm: 'Ed25519',
    keyId,
    value: Buffer.from(sign(signedBytes(receipt))).toString('base64url'),
  },
});
