import { open, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { type FailureCause, unusableSource } from '../../../domain/render/failure-cause.js';
import { type EncoderFailure, failureOfStep } from '../../../workers/render/ports/media-encoder.js';
import {
  type MediaProbe,
  ProbedMedia,
  type ProbedSource,
} from '../../../workers/render/ports/media-probe.js';
import { isImage } from '../pictures/image-kinds.js';
import type { SandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { prepareFileJob } from './engine-job.js';
import type { EngineProcesses } from './engine-processes.js';
import { excessOf } from './source-bounds.js';

const LARGEST_IMAGE_FILE = 256 * 1024 * 1024;

/** How long probing a file may take, in ms. */
const PROBE_MS = 20_000;

/** What the engine reports, and the number of streams, which is limited. */
const Probed = t.type({ media: t.unknown, streams: t.number });
export type Probed = t.TypeOf<typeof Probed>;

type Describe = SandboxedPictures['describe'];
type Found = E.Either<FailureCause, ProbedSource>;

/** The media probe: the engine for media, `describe` for images. */
export const mediaProbe = (
  describe: Describe,
  { perform }: Pick<EngineProcesses, 'perform'>,
): MediaProbe => ({
  probe: (path, options) => async () => {
    const start = await firstBytes(path);
    if (start.length === 0) return unusable('probe', 'the file is empty');
    if (WEB_PAGE.test(start.toString('utf8')))
      return unusable('probe', 'the file is a web page: the address must be that of the media itself');
    if (isImage(start)) return probeImage(path, describe, options.signal);
    return pipe(
      await perform('probe', (folder) => prepareFileJob('probe', path, folder), Probed, {
        ...options,
        timeoutMs: PROBE_MS,
      }),
      E.mapLeft(probeFailure),
      E.flatMap(mediaIn),
    );
  },
});

/** The beginning of HTML, which servers send in place of media that needs a login or a click. */
const WEB_PAGE = /^(?:\uFEFF)?\s*<(?:!doctype\s+html|html)\b/i;

const unusable = (stage: 'probe' | 'decode', message: string): Found =>
  E.left(unusableSource(stage, message));

const UNREADABLE = unusableSource(
  'probe',
  'the file could not be read: it may be damaged or of a kind that is not supported',
);

const probeFailure = (failure: EncoderFailure): FailureCause =>
  failureOfStep(failure, UNREADABLE, {
    stage: 'probe',
    message: 'inspecting the file exceeded a limit of time or memory',
  });

/** What the engine found, within the limits of this service. */
const mediaIn = ({ media, streams }: Probed): Found => {
  const decoded = ProbedMedia.decode(media);
  if (E.isLeft(decoded)) return unusable('probe', 'the file can’t be described');
  const source = decoded.right;
  const excess = excessOf(source, streams);
  if (excess !== undefined) return unusable('probe', excess);
  const { video } = source;
  if (video && (video.width === 0 || video.height === 0))
    return unusable('decode', 'the video has no picture');
  return E.right(source);
};

const probeImage = async (path: string, describe: Describe, signal: AbortSignal): Promise<Found> => {
  if ((await stat(path)).size > LARGEST_IMAGE_FILE) return unusable('decode', 'the image file is too large');
  return describe(path, signal)();
};

const firstBytes = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
