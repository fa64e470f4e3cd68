import { instantOf } from '../../../../domain/composition/timeline.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import { composeView, type Fonts } from './compose-view.js';
import { type EncodedPicture, encodePicture } from './encode-picture.js';
import { prepareJoin } from './inspected-pieces.js';
import type { PlannedFile } from './output-files.js';
import { shares } from './shares.js';
import { sizeAt, type ViewGroup } from './view-groups.js';

/** The longest video for whose joining a process is started early, in ms. For longer ones its memory counts for more. */
const SHORT = 10_000;

const isShort = ({ frames, rate }: Pick<RenderPlan, 'frames' | 'rate'>): boolean =>
  instantOf(frames, rate) <= SHORT;

/** Whether the pieces of a file are joined by a process as {@link prepareJoin} starts it. */
const isJoinedAsUsual = ({ index, output: { captions, format } }: PlannedFile): boolean =>
  index === 0 && format === 'mp4' && !captions?.track;

/** The pictures of the videos of a view. */
export const viewPictures = async (
  { files, view, isDirect, codecFor, material }: ViewGroup,
  context: RenderContext,
): Promise<{ readonly pictures: ReadonlyMap<PlannedFile, EncodedPicture>; readonly fonts: Fonts }> => {
  const { settings } = material;
  const parts = shares(isDirect ? 1 : files.length + 1, context.progress);
  const composed = await composeView(material, view, codecFor, { ...context, progress: parts(0) }, (plan) => {
    const [first] = files;
    if (first && isDirect && isJoinedAsUsual(first) && isShort(plan)) prepareJoin(context.encoder);
  });
  const { fonts } = composed;
  const pictures = new Map<PlannedFile, EncodedPicture>();
  for (const [index, file] of files.entries()) {
    const size = sizeAt(file.output, material);
    const picture: EncodedPicture = isDirect
      ? { ...composed, _tag: 'Pieces', size }
      : await material.watch.time('encode', () =>
          encodePicture(file.output, size, composed, settings, `picture-${file.key}`, {
            ...context,
            progress: parts(index + 1),
          }),
        );
    pictures.set(file, picture);
  }
  return { pictures, fonts };
};
