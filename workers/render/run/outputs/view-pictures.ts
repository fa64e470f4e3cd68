import type { RenderContext } from '../context.js';
import { composeView, type Fonts } from './compose-view.js';
import { type EncodedPicture, encodePicture } from './encode-picture.js';
import type { PlannedFile } from './output-files.js';
import { shares } from './shares.js';
import { sizeAt, type ViewGroup } from './views.js';

/** The pictures of the videos of a view. */
export const viewPictures = async (
  { files, view, isDirect, codecFor, material }: ViewGroup,
  context: RenderContext,
): Promise<{ readonly pictures: ReadonlyMap<PlannedFile, EncodedPicture>; readonly fonts: Fonts }> => {
  const { settings } = material;
  const parts = shares(isDirect ? 1 : files.length + 1, context.progress);
  const composed = await composeView(material, view, codecFor, { ...context, progress: parts(0) });
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
