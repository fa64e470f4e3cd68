import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { array, record } from '../../../../domain/codec/containers.js';
import { number, string } from '../../../../domain/codec/scalars.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { thinned } from '../../../../domain/render/fingerprint.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { MediaEncoder } from '../../ports/media-encoder.js';
import type { RenderContext } from '../context.js';
import { type Besides, muxCommand, own, PIPED_MOVIE } from '../../compose/container-commands.js';
import { encoded } from '../tasks/failures.js';
import { NO_REUSE } from '../pieces/reuse.js';
import { presentationOf } from '../../mp4/presentation.js';
import { inspectedFile } from './inspected-file.js';
import { filesOf, type LookedUpPiece } from '../pieces/take-pieces.js';
import {
  hasherOf,
  joinedMovie,
  JOINING_FAILED,
  type KeyFrame,
  keyFrames,
  readPieces,
} from './joined-pieces.js';

/** What is noted with a kept piece: its key frames, counted from its first frame, and their hashes. */
const NotedFrames = record({ frames: array(number({ integer: true, minimum: 0 })), hashes: array(string()) });
type NotedFrames = ReturnType<typeof NotedFrames.encode>;

const notedWith = ({ note }: LookedUpPiece): NotedFrames | undefined => {
  const noted = NotedFrames.decode(note);
  return E.isRight(noted) ? noted.right : undefined;
};

/** What is known of a picture that is joined from pieces. */
type JoinedPlan = Pick<RenderPlan, 'pieces' | 'rate'>;

const lengthOf = (plan: JoinedPlan, index: number): number => {
  const { from, to } = plan.pieces[index]?.span ?? { from: 0, to: 0 };
  return to - from;
};

/** The instant of a frame in whole ms, rounded down; sums of floating-point numbers may be a little too small. */
const millisecondsAt = (frame: number, { num, den }: FrameRate): number =>
  Math.floor((frame * 1000 * den) / num + 1e-6);

/**
 * Starts a process that waits for the pieces of a video without subtitles: starting it takes longer than joining a short
 * video.
 */
export const prepareJoin = ({ prepareCopy }: Pick<MediaEncoder, 'prepareCopy'>): void =>
  prepareCopy(muxCommand('mp4', PIPED_MOVIE, { sound: '' }, ''), own(''));

/**
 * Joins pieces by copying them into an MP4, and returns what identifies the file: its streams are hashed, and its key
 * frames fingerprinted, while they are copied. The picture is hashed in this process: ffmpeg takes several times as long
 * for that. Key frames of pieces that earlier renders made are not decoded again: their hashes were noted with them.
 */
export const inspectedPieces = async (
  besides: Besides,
  path: string,
  plan: JoinedPlan,
  pieces: ReadonlyArray<LookedUpPiece>,
  context: RenderContext,
): Promise<InspectedFile> => {
  const { folder, encoder, signal, reuse = NO_REUSE } = context;
  const read = await readPieces(filesOf(pieces), plan.rate, signal);
  const isNew = pieces.map((piece) => !notedWith(piece));
  const { ofPieces, movie } = await keyFrames(
    read.filter((_, index) => isNew[index]),
    plan.rate,
  );
  const shown = isNew.includes(true) ? join(folder, 'inspected.mp4') : undefined;
  if (shown !== undefined) await writeFile(shown, movie());
  const hasher = hasherOf(read);
  const picture = joinedMovie(read, plan.rate, hasher?.update);
  const command = muxCommand('mp4', PIPED_MOVIE, besides, path);
  const inspected = await encoded(
    encoder.copy(command, picture, shown === undefined ? undefined : own(shown), { signal }),
    JOINING_FAILED,
  );

  const newFrames = ofPieces.values();
  let start = 0;
  const all = pieces.flatMap((piece, index) => {
    const known = notedWith(piece);
    const one = known ?? notedFrames(inspected, newFrames.next().value ?? []);
    if (!known) {
      reuse.keep(piece.key, piece.output, one);
      reuse.remember(piece.noteKey, NotedFrames.encode(one));
    }
    const from = start;
    start += lengthOf(plan, index);
    return one.frames.map((frame, at) => ({
      at: millisecondsAt(from + frame, plan.rate),
      hash: one.hashes[at] ?? '',
    }));
  });
  const { method } = inspected.fingerprint;
  const fingerprint = { method, at: all.map(({ at }) => at), hashes: all.map(({ hash }) => hash) };
  const sha256 = hasher?.digest();
  const streams: InspectedFile['streams'] = sha256
    ? [{ kind: 'video', sha256 }, ...inspected.streams]
    : ((await inspectedFile(path, 'mp4', context))?.streams ?? []);
  const presentation = await presentationOf(path);
  return { streams, fingerprint: thinned(fingerprint), ...(presentation ? { presentation } : {}) };
};

/** The key frames of a piece with their hashes. */
const notedFrames = (
  { fingerprint: { hashes } }: InspectedFile,
  keys: ReadonlyArray<KeyFrame>,
): NotedFrames => {
  const hashed = keys.flatMap(({ frame, picture }) => {
    const hash = hashes[picture];
    return hash === undefined ? [] : [{ frame, hash }];
  });
  return { frames: hashed.map(({ frame }) => frame), hashes: hashed.map(({ hash }) => hash) };
};
