/**
 * How a frame is drawn: `rough`, with the key frames of videos, which are there at once, or `exact`, with the colours of
 * renders, which takes longer.
 */
export type Detail = 'rough' | 'exact';

/** How long a time rests before its exact picture is decoded, which other times would wait for, ms. */
const SETTLED = 80;

/** How long after a failure it is tried again, ms. */
export const RETRY_AFTER = 3000;

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Drawing {
  /** @returns whether it was drawn: another drawing may take its place */
  readonly draw: (detail: Detail) => Promise<boolean>;
  readonly onDrawn: (detail: Detail) => void;
  /** It will be tried again. */
  readonly onFailure: (error: unknown) => void;
  /** Stops the drawing. Later results are ignored. */
  readonly signal: AbortSignal;
}

/**
 * Draws a picture roughly, and exactly when it has rested: one after the other, or the rough one could take the place of
 * the exact one. What fails, or gives way to another drawing, is tried again.
 */
export const drawUntilExact = async (
  { draw, onDrawn, onFailure, signal }: Drawing,
  wait = rest,
): Promise<void> => {
  for (let detail: Detail = 'rough'; !signal.aborted; detail = 'exact') {
    const settled = wait(SETTLED);
    let isDrawn = false;
    try {
      isDrawn = await draw(detail);
      if (isDrawn && !signal.aborted) onDrawn(detail);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
    if (signal.aborted || (isDrawn && detail === 'exact')) return;
    await (isDrawn ? settled : wait(RETRY_AFTER));
  }
};
