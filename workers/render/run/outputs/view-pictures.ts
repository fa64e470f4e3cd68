import { join } from 'node:path';
import type { RenderContext } from '../context.js';
import { composeView, type Fonts } from './compose-view.js';
import { type EarlyJoin, isShort, startEarlyJoin } from './early-join.js';
import { type EncodedPicture, encodePicture } from './encode-picture.js';
import type { PlannedFile } from './output-files.js';
import { shares } from './shares.js';
import { sizeAt, type ViewGroup } from './view-groups.js';

/** Whether the pieces of a file may be joined as soon as they are there: it needs nothing else but its sound. */
const mayJoinEarly = ({ index, output: { captions, format } }: PlannedFile): boolean =>
  index === 0 && format === 'mp4' && !captions?.track;

/** The pictures of the videos of a view. */
export const viewPictures = async (
  { files, view, isDirect, codecFor, material }: ViewGroup,
  context: RenderContext,
): Promise<{ readonly pictures: ReadonlyMap<PlannedFile, EncodedPicture>; readonly fonts: Fonts }> => {
  const { settings } = material;
  let joining: EarlyJoin | undefined;
  const parts = shares(isDirect ? 1 : files.length + 1, context.progress);
  const composed = await composeView(material, view, codecFor, { ...context, progress: parts(0) }, (plan) => {
    const [first] = files;
    if (first && isDirect && mayJoinEarly(first) && isShort(plan))
      joining = startEarlyJoin(plan, join(context.folder, first.key), context);
  });
  const { fonts } = composed;
  const pictures = new Map<PlannedFile, EncodedPicture>();
  for (const [index, file] of files.entries()) {
    const size = sizeAt(file.output, material);
    const picture: EncodedPicture = isDirect
      ? { ...composed, _tag: 'Pieces', size, joining }
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
