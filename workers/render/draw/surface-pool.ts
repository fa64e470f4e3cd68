import type { DrawingTools, Surface } from './context.js';

/** The least pixels of a surface that is reused. Animated letters need hundreds of small ones, which are cheap to make. */
const LARGE = 256 * 256;

/** The most pixels of all free surfaces in the pool: four frames of 1080p. */
const MOST_PIXELS = 4 * 1920 * 1080;

const pixelsOf = ({ width = 0, height = 0 }: Partial<Surface> = {}): number => width * height;

/**
 * Reuses the surfaces of one frame for the next: allocating memory takes longer than drawing on it.
 * @param reset restores the initial state of a surface
 */
export const surfacePool = (
  make: (width: number, height: number) => Surface,
  reset: (surface: Surface) => void,
): Pick<DrawingTools, 'surface' | 'retain' | 'release' | 'duringFrame'> => {
  const free: Surface[] = [];
  const recyclable = new Set<Surface>();
  let pixels = 0;
  let isDrawing = false;

  const recycle = (surface: Surface): void => {
    if (pixelsOf(surface) < LARGE) return;
    free.push(surface);
    pixels += pixelsOf(surface);
    while (pixels > MOST_PIXELS) pixels -= pixelsOf(free.shift());
  };
  return {
    surface: (width, height) => {
      const found = free.findLastIndex((one) => one.width === width && one.height === height);
      const [known] = found < 0 ? [] : free.splice(found, 1);
      if (known) {
        pixels -= pixelsOf(known);
        reset(known);
      }
      const surface = known ?? make(width, height);
      if (isDrawing) recyclable.add(surface);
      return surface;
    },
    retain: (surface) => void recyclable.delete(surface),
    release: (surface) => void recyclable.add(surface),
    duringFrame: (draw) => {
      isDrawing = true;
      try {
        draw();
      } finally {
        isDrawing = false;
        for (const surface of recyclable) recycle(surface);
        recyclable.clear();
      }
    },
  };
};
