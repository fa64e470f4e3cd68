import { groupedBy } from '../../../../domain/groups.js';
import { parseColor } from '../../../../domain/composition/color.js';
import { formatFacts } from '../../../../domain/composition/fields/output-formats.js';
import type { Output } from '../../../../domain/composition/fields/output.js';
import type { Paint } from '../../../../domain/composition/fields/paint.js';
import { evenCanvas } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { isSameSize, needsEven, pictureSize } from '../../compose/output-commands.js';
import { H264_QUALITIES } from '../../compose/h264-qualities.js';
import { h264Crf } from '../../compose/output-encodings.js';
import { compositionScale } from '../../compose/output-size.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { scaledCanvas } from '../../../../domain/composition/geometry/scaling.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Provenance } from '../../../../domain/render/render-output.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { SoundPlan } from '../../plan/sound/sound-plan.js';
import type { CopiedPieces } from '../copies/copying.js';
import type { LookedUpPiece } from '../pieces/make-pieces.js';
import type { RenderSettings } from '../context.js';
import type { Stopwatch } from '../tasks.js';
import { isStillFile, type PlannedFile } from './output-files.js';

/** The inputs that all outputs of a render share. */
export interface Material {
  readonly composition: ResolvedComposition;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  readonly tables: Readonly<Record<string, string>>;
  readonly settings: RenderSettings;
  readonly watch: Stopwatch;
  readonly sound: SoundPlan;
}

/** The properties of composed frames. Outputs with the same view share its frames. */
export interface View {
  readonly fps: number;
  readonly range: Output['range'];
  readonly alpha: boolean;
  /** The scale at which it is composed: 1 is the size of the canvas. */
  readonly scale: number;
  /** Whether caption clips are left out. */
  readonly hidesCaptions: boolean;
}

export type UsedFonts = Provenance['fonts'];

/** The frames of a view, in pieces. */
export interface ComposedView {
  readonly plan: RenderPlan;
  readonly pieces: ReadonlyArray<LookedUpPiece>;
  readonly fonts: UsedFonts;
  /** Present if some of the pieces were copied from their sources. */
  readonly copied?: CopiedPieces;
}

/** The maximum frame rate of a GIF, whose delays are in hundredths of a second. */
const GIF_FPS = 50;

const isTranslucent = (paint: Paint): boolean =>
  typeof paint === 'string'
    ? parseColor(paint).a < 255
    : paint.stops.some(({ color }) => parseColor(color).a < 255);

export const viewOf = (
  { output, composedSize }: Pick<PlannedFile, 'output' | 'composedSize'>,
  { metadata }: ResolvedComposition,
): View => {
  const { format, fps, range, captions } = output;
  const wanted = fps ?? metadata.fps;
  const size = composedSize ?? output;
  return {
    fps: format === 'gif' ? Math.min(GIF_FPS, wanted) : wanted,
    range,
    alpha: formatFacts(format).hasAlpha && isTranslucent(metadata.backgroundColor),
    scale: compositionScale(evenCanvas(metadata.canvas), size.size, needsEven(output)),
    hidesCaptions: captions?.burnIn === false,
  };
};

/** Whether an output is H.264, encoded piece by piece. */
export const isH264 = ({ format, codec = 'h264' }: Output): boolean =>
  format === 'hls' || (format === 'mp4' && codec === 'h264');

/**
 * The threads of x264: one if several pieces are encoded concurrently. This depends on the project alone, because x264
 * writes other bytes with another number of threads.
 */
const threadsFor = ({ pieces }: Pick<RenderPlan, 'pieces'>): number => (pieces.length > 1 ? 1 : 2);

/** H.264 with the settings of an output. */
export const h264 = (
  output: Output,
  { preset, crf, parameters, hardware }: RenderSettings,
  plan: Pick<RenderPlan, 'pieces'>,
): PictureCodec => ({
  _tag: 'H264',
  preset,
  crf: h264Crf(output, crf),
  parameters,
  threads: threadsFor(plan),
  ...(hardware ? { hardware } : {}),
});

/**
 * Whether frames may be copied into an output: not if a quality is requested that the source may not have, or small
 * files, and not into segments, which end at key frames.
 */
const mayCopy = ({ output, index }: PlannedFile, { preset }: RenderSettings): boolean =>
  index === 0 &&
  output.format === 'mp4' &&
  output.quality === undefined &&
  preset !== H264_QUALITIES.small.preset;

/** The size of an output in px. */
export const sizeAt = (output: Output, { composition }: Material): Canvas =>
  pictureSize(output, evenCanvas(composition.metadata.canvas));

/** Videos that show the same view, whose frames are composed once. */
export interface ViewGroup {
  readonly files: ReadonlyArray<PlannedFile>;
  readonly view: View;
  /** Whether pieces are composed directly in the codec of the only file, so that they are not encoded again. */
  readonly isDirect: boolean;
  readonly codecFor: (plan: RenderPlan) => PictureCodec;
  /** The inputs, with the settings for this group. */
  readonly material: Material;
}

/** Groups the videos of a render by view, in the order in which the views are composed. */
export const viewGroups = (
  files: ReadonlyArray<PlannedFile>,
  material: Material,
): ReadonlyArray<ViewGroup> => {
  const { settings, composition } = material;
  const videos = files.filter(
    (file) => !isStillFile(file) && formatFacts(file.output.format).kind === 'video',
  );
  const groups = groupedBy(videos, (file) => JSON.stringify(viewOf(file, composition)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { output } = first;
    const view = viewOf(first, composition);
    const composedAt = evenCanvas(scaledCanvas(composition.metadata.canvas, view.scale));
    const isDirect = group.length === 1 && isH264(output) && isSameSize(composedAt, sizeAt(output, material));
    const codecFor = (plan: RenderPlan): PictureCodec =>
      isDirect ? h264(output, settings, plan) : { _tag: 'Lossless', alpha: plan.alpha };
    const copiesStretches = settings.copiesStretches && isDirect && mayCopy(first, settings);
    const own = { ...material, settings: { ...settings, copiesStretches } };
    return [{ files: group, view, isDirect, codecFor, material: own }];
  });
};
