import type { DrawingTools, Surface } from './context.js';

/** Most pixels of the surfaces that wait to be used again: four frames of 1080p. */
const MOST_PIXELS = 4 * 1920 * 1080;

/**
 * Lends the surfaces of one frame to the next: new memory takes longer than what is drawn on it.
 * @param reset makes a surface as it was when it was new
 */
export const lentSurfaces = (
  make: (width: number, height: number) => Surface,
  reset: (surface: Surface) => void,
): Pick<DrawingTools, 'surface' | 'keep' | 'giveUp' | 'whileLent'> => {
  const free: Surface[] = [];
  const lent = new Set<Surface>();
  let isDrawing = false;

  const takeBack = (surface: Surface): void => {
    free.push(surface);
    let pixels = free.reduce((sum, { width, height }) => sum + width * height, 0);
    while (pixels > MOST_PIXELS) {
      const oldest = free.shift();
      pixels -= (oldest?.width ?? 0) * (oldest?.height ?? 0);
    }
  };
  return {
    surface: (width, height) => {
      const found = free.findLastIndex((one) => one.width === width && one.height === height);
      const [known] = found < 0 ? [] : free.splice(found, 1);
      if (known) reset(known);
      const surface = known ?? make(width, height);
      if (isDrawing) lent.add(surface);
      return surface;
    },
    keep: (surface) => void lent.delete(surface),
    giveUp: (surface) => void lent.add(surface),
    whileLent: (draw) => {
      isDrawing = true;
      try {
        draw();
      } finally {
        isDrawing = false;
        for (const surface of lent) takeBack(surface);
        lent.clear();
      }
    },
  };
};
