import { type FrameRate, instantOf } from '../../../../domain/composition/timeline.js';
import type { VideoLayer } from '../../plan/layers.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import { sourceFrames, writtenFrame } from './decoded-video.js';
import { encodingFlags, ffmpegInput } from '../../compose/ffmpeg-command.js';

/** A frame of a video near one that is shown, and the file for it. */
export interface NearbyFrame {
  /** In frames of the project, from the one that is shown. */
  readonly offset: number;
  /** The name of the file, next to the others. */
  readonly name: string;
}

/** The layer as it shows the video some frames later, or earlier if negative; undefined: the video has no such frame. */
export const layerAt = (layer: VideoLayer, offset: number, rate: FrameRate): VideoLayer | undefined => {
  const sourceFrom = layer.sourceFrom + instantOf(offset, rate);
  return sourceFrom < 0 || sourceFrom > layer.video.lastFrame ? undefined : { ...layer, sourceFrom };
};

/**
 * The command that decodes frames of a video into files of their own, in one go, as a piece of a render decodes them.
 * @param first the layer at the first of these frames
 * @param frames at least one, in order
 */
export const nearbyFramesCommand = (
  first: VideoLayer,
  frames: readonly [NearbyFrame, ...ReadonlyArray<NearbyFrame>],
  rate: FrameRate,
  output: (name: string) => string,
): MediaCommand => {
  const [{ offset: start, name }, ...others] = frames;
  const { input, filters } = sourceFrames(first, rate);
  const end = (frames.at(-1)?.offset ?? start) - start + 1;
  const labels = frames.map((_, index) => `[k${index}]`);
  const parts = frames.map(
    ({ offset }, index) =>
      `[s${index}]trim=start_frame=${offset - start}:end_frame=${offset - start + 1},setpts=PTS-STARTPTS${labels[index]}`,
  );
  const split = `split=${frames.length}${frames.map((_, index) => `[s${index}]`).join('')}`;
  const outputOptions = (index: number, file: string): ReadonlyArray<string> => {
    const { label, ...encoding } = writtenFrame(labels[index] ?? '', file);
    return ['-map', label, ...encodingFlags(encoding)];
  };
  return {
    inputs: [ffmpegInput(input)],
    filterGraph: [`[0:${first.video.stream}]${filters},trim=end_frame=${end},${split}`, ...parts].join(';'),
    outputOptions: [
      ...others.flatMap((frame, index) => [...outputOptions(index + 1, frame.name), frame.name]),
      ...outputOptions(0, name),
    ],
    output: output(name),
    besides: others.map((frame) => frame.name),
  };
};

const CHROMA: ReadonlyArray<readonly [RegExp, number]> = [
  [/^yuv[aj]?420/, 1.5],
  [/^yuv[aj]?422/, 2],
  [/^(?:gray|pal8)/, 1],
  [/^(?:yuv[aj]?444|gbra?p|[rb]g[rb]24|rgb48)/, 3],
];

/** About how much a decoded frame of a video takes, in bytes. */
export const frameBytes = ({ video: { width, height, pixelFormat } }: VideoLayer): number => {
  const samples =
    (CHROMA.find(([names]) => names.test(pixelFormat))?.[1] ?? 4) +
    (/^yuva|^gbrap/.test(pixelFormat) ? 1 : 0);
  return width * height * samples * (/1[02]le|48le|64le/.test(pixelFormat) ? 2 : 1);
};
