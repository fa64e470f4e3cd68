import type { DraftClip } from '../draft.js';
import { type Canvas, type JsonObject, present } from './json-object.js';

/** A scene: clips that are shown together, before the next scene. */
export interface Scene {
  readonly path: string;
  /** Ms, or as long as its media. */
  readonly length: number | 'media';
  readonly background?: string | JsonObject | undefined;
  /** With times from the start of the scene. */
  readonly clips: ReadonlyArray<DraftClip>;
  /** How it comes in, over the end of the scene before. */
  readonly transition?: JsonObject | undefined;
  /** The condition under which it is shown: a placeholder, or a boolean. */
  readonly when?: unknown;
}

/** How long the clips of a scene last, ms, or as long as their media; undefined if none has a length of its own. */
export const lastingOf = (clips: ReadonlyArray<DraftClip>): number | 'media' | undefined => {
  let latest = 0;
  for (const { clip } of clips) {
    const { start = 0, end, duration, after } = clip['timeFrame'] as JsonObject;
    if (end === 'source' || after !== undefined) return 'media';
    if (typeof end === 'number') latest = Math.max(latest, end);
    else if (typeof duration === 'number') latest = Math.max(latest, Number(start) + duration);
  }
  return latest > 0 ? latest : undefined;
};

/** A fill behind the clips of a scene or a group. */
export const backOf = (path: string, fill: unknown, size: JsonObject): ReadonlyArray<DraftClip> => {
  if (fill === undefined || fill === 'transparent') return [];
  const clip = {
    type: 'shape',
    size,
    position: { z: -1000 },
    timeFrame: { end: 'video' },
    shapeProperties: { shape: 'rectangle', fill },
  };
  return [{ path, clip }];
};

const lengthOfTransition = ({ transition }: Scene): number => Number(transition?.['duration'] ?? 0);

/**
 * Scenes as groups, one after the other. A scene with a transition begins before the end of the one before it.
 * @returns the length of all in ms; undefined if it depends on media
 */
export const sceneClips = (
  scenes: ReadonlyArray<Scene>,
  canvas: Canvas,
): { readonly clips: ReadonlyArray<DraftClip>; readonly length: number | undefined } => {
  let at: number | undefined = 0;
  const clips = scenes.map((scene, index): DraftClip => {
    const { path, background, when } = scene;
    const before = scenes[index - 1];
    // Where a scene may be left out, the next follows at the time that it has with all scenes.
    const known = [scene.length, before?.length].map((length) =>
      typeof length === 'number' ? length / 2 : Infinity,
    );
    const overlap = before ? Math.min(lengthOfTransition(scene), ...known) : 0;
    const transition = overlap > 0 ? { in: { ...scene.transition, duration: overlap } } : undefined;
    const id = `scene-${index + 1}`;
    const link: JsonObject =
      at === undefined
        ? { after: `scene-${index}`, ...(overlap > 0 ? { gap: -overlap } : {}) }
        : { start: Math.max(0, at - overlap) };
    const start = typeof link['start'] === 'number' ? link['start'] : undefined;
    at = start === undefined || scene.length === 'media' ? undefined : start + scene.length;
    const timeFrame =
      scene.length === 'media'
        ? { ...link, end: 'source' }
        : at === undefined
          ? { ...link, duration: scene.length }
          : { ...link, end: at };
    const size = { width: canvas.width, height: canvas.height };
    return {
      path,
      clip: present({ type: 'group', id, size, clip: true, timeFrame, transition, when }),
      inner: [...backOf(path, background, size), ...scene.clips],
    };
  });
  return { clips, length: at };
};
