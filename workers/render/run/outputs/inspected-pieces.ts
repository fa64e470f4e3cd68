import { writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { array, record } from '../../../../domain/codec/containers.js';
import { number, string } from '../../../../domain/codec/scalars.js';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { thinned } from '../../../../domain/render/fingerprint.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import { listInput } from '../../compose/output-commands.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import { pieceList } from '../encode.js';
import { encoded } from '../failures.js';
import { NO_REUSE } from '../reuse.js';
import type { LookedUpPiece } from '../take-pieces.js';

/** What is noted with a kept piece: its key frames, counted from its first frame, and their hashes. */
const KeyFrames = record({ frames: array(number({ integer: true, minimum: 0 })), hashes: array(string()) });
type KeyFrames = ReturnType<typeof KeyFrames.encode>;

/** A picture that was joined from pieces, each in a file. */
export interface JoinedPieces {
  readonly plan: Pick<RenderPlan, 'pieces' | 'rate'>;
  readonly pieces: ReadonlyArray<LookedUpPiece>;
}

const lengthOf = ({ plan }: JoinedPieces, index: number): number => {
  const { from, to } = plan.pieces[index]?.span ?? { from: 0, to: 0 };
  return to - from;
};

/** The instant of a frame in whole ms, rounded down; sums of floating-point numbers may be a little too small. */
const millisecondsAt = (frame: number, { num, den }: FrameRate): number =>
  Math.floor((frame * 1000 * den) / num + 1e-6);

/** How pieces are joined. */
export interface PieceJoin {
  readonly command: MediaCommand;
  /** What its first input reads, if that is standard input. */
  readonly list?: Promise<string>;
}

const FAILED: FailureCause = {
  _tag: 'EncodingFailed',
  message: 'the pieces could not be joined',
  retryable: false,
};

/**
 * Joins pieces by copying them into a file, and returns what identifies the file: its streams are hashed, and its key
 * frames fingerprinted, while they are copied. Key frames of pieces that earlier renders made are not decoded again:
 * their hashes were noted with them.
 */
export const inspectedPieces = async (
  { command, ...given }: PieceJoin,
  joined: JoinedPieces,
  { folder, encoder, signal, reuse = NO_REUSE }: RenderContext,
): Promise<InspectedFile> => {
  const { plan, pieces } = joined;
  const known = pieces.map(({ note }): KeyFrames | undefined => {
    const noted = KeyFrames.decode(note);
    return E.isRight(noted) ? noted.right : undefined;
  });
  const unknown = [...known.keys()].filter((index) => !known[index]);
  const list = `${folder}/inspected.ffconcat`;
  if (unknown.length > 0 && unknown.length < pieces.length) {
    const spans = unknown.flatMap((index) => plan.pieces[index] ?? []);
    const files = unknown.flatMap((index) => pieces[index]?.output ?? []);
    await writeFile(list, pieceList({ rate: plan.rate, pieces: spans }, files));
  }
  const frames =
    unknown.length === 0 ? 'none' : unknown.length === pieces.length ? 'copied' : { of: listInput(list) };
  const inspected = await encoded(encoder.copy(command, frames, { signal, ...given }), FAILED);

  const found = keyFramesOf(inspected, unknown, joined);
  for (const [index, one] of found) {
    known[index] = one;
    const { key, output = '' } = pieces[index] ?? {};
    reuse.keep(key, output, one);
  }
  let start = 0;
  const all = known.flatMap((one, index) => {
    const from = start;
    start += lengthOf(joined, index);
    return (one?.frames ?? []).map((frame, at) => ({
      at: millisecondsAt(from + frame, plan.rate),
      hash: one?.hashes[at] ?? '',
    }));
  });
  const { method } = inspected.fingerprint;
  const fingerprint = { method, at: all.map(({ at }) => at), hashes: all.map(({ hash }) => hash) };
  return { ...inspected, fingerprint: thinned(fingerprint) };
};

/** The key frames of some pieces, whose files follow one another. */
const keyFramesOf = (
  { fingerprint: { at, hashes } }: InspectedFile,
  indices: ReadonlyArray<number>,
  joined: JoinedPieces,
): ReadonlyMap<number, KeyFrames> => {
  const { num, den } = joined.plan.rate;
  const found = new Map<number, KeyFrames>();
  let from = 0;
  for (const index of indices) {
    const to = from + lengthOf(joined, index);
    const there = at.flatMap((ms, which) => {
      const frame = Math.round((ms * num) / (den * 1000));
      return frame >= from && frame < to ? [{ frame: frame - from, hash: hashes[which] ?? '' }] : [];
    });
    found.set(index, { frames: there.map(({ frame }) => frame), hashes: there.map(({ hash }) => hash) });
    from = to;
  }
  return found;
};
