import * as E from 'fp-ts/lib/Either.js';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { type Fingerprint, downsampled } from '../../../../domain/render/fingerprint.js';
import { encodingFailed, RenderError } from '../../../../domain/render/failure-cause.js';
import {
  type JoinedFile,
  type JoinedPiece,
  type JoinRequest,
  PieceFrames,
} from '../../ports/join-request.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import type { LookedUpPiece } from '../pieces/make-pieces.js';
import { encoded } from '../failures.js';

/** What the note of a cached piece says. */
const notedWith = ({ note }: LookedUpPiece): PieceFrames | undefined => {
  const noted = PieceFrames.decode(note);
  return E.isRight(noted) ? noted.right : undefined;
};

const JOINING_FAILED = encodingFailed('the output could not be assembled');

export const joinedPiece = (
  { output, copied }: Pick<LookedUpPiece, 'output' | 'copied'>,
  hashesKeyFrames: boolean,
): JoinedPiece => ({ path: output, copied, hashesKeyFrames });

/** Puts the parts of an output into a file. @throws RenderError */
export const joinParts = (
  request: JoinRequest,
  { engine, folder, signal }: Pick<RenderContext, 'engine' | 'folder' | 'signal'>,
): Promise<JoinedFile> => encoded(engine.join(request, { folder, signal }), JOINING_FAILED);

/** As {@link joinParts}, and checks that the video has `frames` frames. @throws RenderError */
export const joinVideo = async (
  request: JoinRequest,
  frames: number,
  context: Pick<RenderContext, 'engine' | 'folder' | 'signal'>,
): Promise<JoinedFile> => {
  const joined = await joinParts(request, context);
  if (joined.frames === frames) return joined;
  throw new RenderError(encodingFailed(`the output has ${joined.frames} frames instead of ${frames}`, true));
};

/** The instant of a frame in whole ms, rounded down with a tolerance for floating-point errors. */
const millisecondsAt = (frame: number, { num, den }: FrameRate): number =>
  Math.floor((frame * 1000 * den) / num + 1e-6);

/** The fingerprint of a video with the key frames of its pieces. */
const fingerprintOf = (
  plan: Pick<RenderPlan, 'pieces' | 'rate'>,
  keyFrames: ReadonlyArray<PieceFrames>,
): Fingerprint => {
  let start = 0;
  const all = keyFrames.flatMap(({ frames, hashes }, index) => {
    const from = start;
    const { span } = plan.pieces[index] ?? { span: { from: 0, to: 0 } };
    start += span.to - span.from;
    return frames.map((frame, at) => ({
      at: millisecondsAt(from + frame, plan.rate),
      hash: hashes[at] ?? '',
    }));
  });
  return downsampled({
    method: 'dhash-128',
    at: all.map(({ at }) => at),
    hashes: all.map(({ hash }) => hash),
  });
};

/**
 * Joins pieces into an MP4, and returns the hashes of its streams and the fingerprint of its key frames, which are
 * computed while packets are copied. Key frames of cached pieces are not decoded again, because their notes have the
 * hashes.
 */
export const joinInspected = async (
  request: Omit<JoinRequest, 'picture'>,
  plan: Pick<RenderPlan, 'pieces' | 'rate' | 'frames'>,
  pieces: ReadonlyArray<LookedUpPiece>,
  context: RenderContext,
): Promise<Omit<InspectedFile, 'presentation'>> => {
  const { reuse } = context;
  const noted = pieces.map(notedWith);
  const picture = {
    pieces: pieces.map((piece, index) => joinedPiece(piece, !noted[index])),
    rate: plan.rate,
  };
  const joined = await joinVideo({ ...request, picture }, plan.frames, context);
  const keyFrames = pieces.map((piece, index) => {
    const known = noted[index];
    if (known) return known;
    const found = joined.pieces[index];
    if (!found) throw new RenderError(JOINING_FAILED);
    reuse.store(piece.key, piece.output, found);
    reuse.storeValue(piece.noteKey, found);
    return found;
  });
  return {
    streams: [
      ...(joined.picture === null ? [] : [{ kind: 'video' as const, sha256: joined.picture }]),
      ...(joined.sound === null ? [] : [{ kind: 'audio' as const, sha256: joined.sound }]),
    ],
    fingerprint: fingerprintOf(plan, keyFrames),
  };
};
