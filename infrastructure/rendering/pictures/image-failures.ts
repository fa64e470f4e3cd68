import type { RenderFailure } from '../../../domain/render/events.js';
import { SheetTooLarge } from '../text/sprite-sheet.js';
import { BrokenFont } from '../text/own-fonts.js';

/** A picture that can't be drawn, in words for the client: libraries' own messages may hold paths. */
export const messageForClient = (error: unknown, what: 'image' | 'text'): RenderFailure => {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof SheetTooLarge)
    return {
      stage: 'compose',
      message: 'the animated text needs more pixels than one may have',
      retryable: false,
    };
  if (what === 'text') return { stage: 'compose', message: 'the text could not be drawn', retryable: false };
  return {
    stage: 'decode',
    message: /pixel limit/i.test(detail)
      ? 'the image has too many pixels'
      : 'the image is damaged or of a kind that is not supported',
    retryable: false,
  };
};

/** Fonts of a client that can't be opened. */
export const fontFailure = (error: unknown): RenderFailure => ({
  stage: 'decode',
  message:
    error instanceof BrokenFont
      ? `the font "${error.family}" is damaged or of a kind that is not supported`
      : 'the fonts could not be opened',
  retryable: false,
});
