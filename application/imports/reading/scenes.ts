import type { DraftClip } from '../draft.js';
import { backOf } from './fields.js';
import { type Canvas, type JsonObject, present } from './json-object.js';
import { type Before, timed } from './times.js';

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

/**
 * Scenes as groups, one after the other. A scene with a transition begins before the end of the one before it.
 * @returns the length of all in ms; undefined if it depends on media
 */
export const sceneClips = (
  scenes: ReadonlyArray<Scene>,
  canvas: Canvas,
): { readonly clips: ReadonlyArray<DraftClip>; readonly length: number | undefined } => {
  const clips: DraftClip[] = [];
  let before: (Before & Pick<Scene, 'length'>) | undefined;
  for (const { path, background, length, when, ...scene } of scenes) {
    // Where a scene may be left out, the next follows at the time that it has with all scenes.
    const known = [length, before?.length].map((each) => (typeof each === 'number' ? each / 2 : Infinity));
    const overlap = before ? Math.min(Number(scene.transition?.['duration'] ?? 0), ...known) : 0;
    const transition = overlap > 0 ? { in: { ...scene.transition, duration: overlap } } : undefined;
    const id = `scene-${clips.length + 1}`;
    const start = !before ? 0 : before.end === undefined ? undefined : Math.max(0, before.end - overlap);
    const { timeFrame, end } = timed(start, before, length === 'media' ? 'source' : length, overlap);
    const size = { width: canvas.width, height: canvas.height };
    const clip = present({ type: 'group', id, size, clip: true, timeFrame, transition, when });
    clips.push({ path, clip, inner: [...backOf(path, background, size), ...scene.clips] });
    before = { id, end, length };
  }
  return { clips, length: before ? before.end : 0 };
};
