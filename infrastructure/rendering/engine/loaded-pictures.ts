import { readFileSync } from 'node:fs';
import type { Drawable } from '../../../workers/render/draw/context.js';
import type { PictureFile } from '../../../workers/render/draw/scene.js';
import { NO_FILE } from '../../../workers/render/ports/media-engine.js';
import { putPixels, skiaSurface } from '../drawing/skia-tools.js';
import type { SceneInput } from '../../../workers/render/ports/media-engine.js';

/** Frees the pixels that were read: V8 does not know their size, and allocating new memory costs more than drawing. */
export const collect = (type: 'minor' | 'major'): void => {
  globalThis.gc?.({ type });
};

/** Pictures by file: several scenes may show the same one, and the next piece often shows it again. */
const loaded = new Map<string, Drawable>();

/** After so many bytes were read, all pictures are forgotten: a caption has hundreds of pages, and shows each once. */
const MOST_READ = 128e6;
let read = 0;

export const NOTHING: PictureFile = { path: NO_FILE, width: 1, height: 1, x: 0, y: 0 };

export const load = ({ path, width, height }: PictureFile): Drawable => {
  const known = loaded.get(path);
  if (known) return known;
  const surface = path === NO_FILE ? skiaSurface(1, 1) : skiaSurface(width, height);
  if (path !== NO_FILE) putPixels(surface, readFileSync(path));
  read += surface.width * surface.height * 4;
  if (read > MOST_READ) {
    loaded.clear();
    collect('major');
    read = 0;
  }
  loaded.set(path, surface);
  return surface;
};

/** Up to this size, what earlier jobs left is kept: a collection takes 5 ms. In bytes. */
const LEFT_AT_MOST = 32e6;
let left = 0;

/** Frees the pictures that none of these scenes shows, and what other scenes left. */
export const forgetOtherPictures = (scenes: ReadonlyArray<SceneInput>): void => {
  if (loaded.size === 0) return;
  const shown = new Set(scenes.flatMap(({ scene }) => scene.pictures.map(({ path }) => path)));
  const others = [...loaded.keys()].filter((path) => !shown.has(path));
  for (const path of others) loaded.delete(path);
  if (others.length === 0 && left < LEFT_AT_MOST) return;
  left = 0;
  collect('major');
};

/** Notes that a job leaves surfaces of so many bytes. */
export const leave = (bytes: number): void => void (left += bytes);
