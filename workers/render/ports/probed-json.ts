import * as E from 'fp-ts/lib/Either.js';
import { array, record } from '../../../domain/codec/containers.js';
import { boolean, number, string } from '../../../domain/codec/scalars.js';
import type { ProbedSource, ProbedVideo } from './media-probe.js';

/** A picture that sharp decodes, as JSON. */
export const ImageJson = record(
  { width: number(), height: number(), pageDurations: array(number()), plays: number() },
  { opaque: boolean, scalable: boolean },
);

const KeptVideo = record(
  {
    stream: number(),
    codec: string(),
    width: number(),
    height: number(),
    pixelFormat: string(),
    color: record({}, { matrix: string(), range: string(), primaries: string(), transfer: string() }),
    hasAlpha: boolean,
    firstFrame: number(),
    lastFrame: number(),
    timeBase: number(),
  },
  {
    pixelAspect: number(),
    frameRate: number(),
    rotation: number(),
    variableFrameRate: boolean,
    beforeZero: number(),
  },
);
type KeptVideo = ReturnType<typeof KeptVideo.encode>;

const KeptAudio = record(
  { stream: number(), codec: string(), channels: number(), sampleRate: number() },
  { end: number(), beforeZero: number() },
);

/** One of the two. */
const KeptProbe = record(
  {},
  {
    image: ImageJson,
    media: record({ container: string(), duration: number() }, { video: KeptVideo, audio: KeptAudio }),
  },
);
type KeptProbe = ReturnType<typeof KeptProbe.encode>;

/** What a source is as JSON: as the engine reports it, and as it is kept for later renders. */
export const PROBED_SOURCE = {
  encode: (probed: ProbedSource): KeptProbe => keptProbe(probed),
  decode: (json: unknown): ProbedSource | undefined => {
    const kept = KeptProbe.decode(json);
    return E.isRight(kept) ? probedAsKept(kept.right) : undefined;
  },
};

const keptProbe = (probed: ProbedSource): KeptProbe => {
  if (probed._tag === 'Image') {
    const { _tag, ...image } = probed;
    return { image };
  }
  const { container, duration, video, audio } = probed;
  return {
    media: {
      container,
      duration,
      ...(video ? { video: { ...video, color: withoutUnknown(video.color) } } : {}),
      ...(audio ? { audio } : {}),
    },
  };
};

/** The colours that the file states. */
export const withoutUnknown = (color: ProbedVideo['color']): KeptVideo['color'] =>
  Object.fromEntries(Object.entries(color).filter(([, name]) => name !== undefined));

const probedAsKept = ({ image, media }: KeptProbe): ProbedSource | undefined => {
  if (image) return { _tag: 'Image', ...image };
  if (!media) return undefined;
  const { container, duration, video, audio } = media;
  return { _tag: 'Media', container, duration, video: video && videoAsKept(video), audio };
};

const videoAsKept = ({
  color: { matrix, range, primaries, transfer },
  variableFrameRate,
  ...video
}: KeptVideo): ProbedVideo => ({
  ...video,
  color: { matrix, range, primaries, transfer },
  ...(variableFrameRate ? { variableFrameRate } : {}),
});
