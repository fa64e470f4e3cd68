import { type FailureCause, unusableSource } from '../../../domain/render/failure-cause.js';
import { SheetTooLarge } from '../text/svg/sprite-sheet.js';
import { BrokenFont } from '../text/fonts/own-fonts.js';

/** Why an image can't be decoded, or a text can't be drawn. */
export type PictureFailure = Extract<FailureCause, { readonly _tag: 'SourceUnusable' | 'DrawingFailed' }>;

/** An image with more pixels than allowed. */
export class TooManyPixels extends Error {}

/** A picture that is compressed with HEVC, as phones make them. */
export class HevcPicture extends Error {}

const UNREADABLE = 'the image could not be read: it may be damaged or of a kind that is not supported';

const messageOf = (error: unknown): string => {
  if (error instanceof TooManyPixels) return 'the image has too many pixels';
  return error instanceof HevcPicture
    ? 'HEIC pictures are not supported: convert the image to JPEG, PNG or AVIF'
    : UNREADABLE;
};

/** The cause of an error, worded for the client: messages of libraries may contain paths. */
export const pictureFailure = (error: unknown, what: 'image' | 'text'): PictureFailure => {
  if (error instanceof SheetTooLarge)
    return { _tag: 'DrawingFailed', message: 'the animated text needs more pixels than one text may use' };
  if (what === 'text') return { _tag: 'DrawingFailed', message: 'the text could not be drawn' };
  return unusableSource('decode', messageOf(error));
};

/** The cause of a client's fonts that cannot be opened. */
export const fontFailure = (error: unknown): PictureFailure =>
  unusableSource(
    'decode',
    error instanceof BrokenFont
      ? `the font "${error.family}" could not be read: it may be damaged or of a kind that is not supported`
      : 'the fonts could not be opened',
  );
