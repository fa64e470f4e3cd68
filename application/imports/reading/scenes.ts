import { isRecord, withTexts } from '../../../domain/codec/json.js';
import { isTemplateText, withRenamedPlaceholders } from '../../../domain/codec/placeholders.js';
import { valueAtPath } from '../../../domain/template/fill.js';
import type { DraftClip } from '../draft.js';
import { backOf, built } from './fields.js';
import { type Canvas, type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { type Before, timed } from './times.js';
import { filledIn } from './variables.js';

/** A scene: clips that are shown together, before the next scene. */
export interface ImportedScene {
  readonly path: string;
  /** Ms, or as long as its media. */
  readonly length: number | 'media';
  readonly background?: string | JsonObject | undefined;
  /** With times from the start of the scene. */
  readonly clips: ReadonlyArray<DraftClip>;
  /** How it enters, over the end of the scene before, or how the scene after it does. */
  readonly enters?: JsonObject | undefined;
  readonly leaves?: JsonObject | undefined;
  /** The condition under which it is shown: a placeholder, or a boolean. */
  readonly when?: unknown;
  /** The list for whose items it is repeated: a placeholder. */
  readonly forEach?: string | undefined;
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

/** The most items for which a scene is repeated that is not alike for all of them. */
const MAX_COPIES = 100;

/** A scene with the names that this format has in the place of those of an item: `{{item.title}}` for `{{card.title}}`. */
const ofItem = (scene: Reader, as: string, item: unknown): Reader => {
  const named = (path: string): string => {
    const [first = ''] = path.split('.', 1);
    if (first === as) return `item${path.slice(as.length)}`;
    return first !== 'index' && isRecord(item) && Object.hasOwn(item, first) ? `item.${path}` : path;
  };
  const renamed = (value: unknown) =>
    withTexts(value, (text) => withRenamedPlaceholders(text, named)) as JsonObject;
  return scene.replaced(({ iterate: _list, iterateAs: _as, ...value }) => renamed(value));
};

/**
 * The scenes that a scene stands for. One that iterates over a list is repeated for its items, if nothing but the values
 * of its placeholders differs between them; otherwise each item has a scene.
 */
export const scenesFrom = async (
  scene: Reader,
  convert: (scene: Reader) => Promise<ImportedScene>,
): Promise<ReadonlyArray<ImportedScene>> => {
  const list = scene.text('iterate')?.replaceAll(/[{}\s]/g, '') ?? '';
  const as = scene.text('iterateAs') ?? 'item';
  if (list === '') return [await convert(scene)];
  const { shared } = scene;
  const { defaults } = shared;
  const found = valueAtPath(defaults, list);
  const items: ReadonlyArray<unknown> = Array.isArray(found) && found.length > 0 ? found : [undefined];
  const scopes = items.slice(0, MAX_COPIES).map((item, index) => ({ item, index }));
  const copies: ImportedScene[] = [];
  for (const scope of scopes) {
    shared.defaults = { ...defaults, ...scope };
    copies.push(await convert(ofItem(scene, as, scope.item)));
  }
  shared.defaults = defaults;
  const [first] = copies;
  const isAlike = new Set(copies.map((copy) => JSON.stringify(copy))).size === 1;
  const forEach = `{{${list}}}`;
  if (first && isAlike && isTemplateText(forEach)) return [{ ...first, forEach }];
  scene.differs(
    'iterate',
    `the scene is repeated for the ${copies.length} items that "${list.slice(0, 50)}" has now, because more than values differs: it does not follow the variable`,
  );
  // What follows a variable up to here is a text.
  const written = JSON.stringify(scopes, (_, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  );
  const texts = JSON.parse(written) as ReadonlyArray<JsonObject>;
  return copies.map((copy, index) => filledIn(copy, texts[index] ?? {}) as ImportedScene);
};

/** How long a scene overlaps the one before it with a transition, ms: at most half of either. */
const overlapOf = (way: JsonObject | undefined, ...lengths: ReadonlyArray<ImportedScene['length']>): number =>
  Math.min(
    Number(way?.['duration'] ?? 0),
    ...lengths.map((length) => (length === 'media' ? Infinity : length / 2)),
  );

/**
 * Scenes as groups, one after the other. A scene with a transition begins before the end of the one before it.
 * @returns the length of all in ms; undefined if it depends on media or variables
 */
export const clipsOfScenes = (
  scenes: ReadonlyArray<ImportedScene>,
  { width, height }: JsonObject | Canvas,
): { readonly clips: ReadonlyArray<DraftClip>; readonly length: number | undefined } => {
  const clips: DraftClip[] = [];
  let before: (Before & Pick<ImportedScene, 'length' | 'leaves'>) | undefined;
  for (const { path, background, length, enters, leaves, when, forEach, ...scene } of scenes) {
    const way = enters ?? before?.leaves;
    const between = enters ?? leaves;
    const overlap = before ? overlapOf(way, length, before.length) : 0;
    const transition = overlap > 0 ? { in: { ...way, duration: overlap } } : undefined;
    const own = overlapOf(between, length);
    const sequence = own > 0 ? { gap: -own, transition: { ...between, duration: own } } : {};
    const id = `scene-${clips.length + 1}`;
    const known = before ? before.end && Math.max(0, before.end - overlap) : 0;
    const { timeFrame, end } = timed(
      forEach === undefined ? known : undefined,
      before,
      length === 'media' ? 'source' : length,
      overlap,
    );
    const size = { width, height };
    const repeated = forEach === undefined ? {} : { forEach, sequence };
    const clip = present({ type: 'group', id, size, clip: true, timeFrame, transition, when, ...repeated });
    const last = clips.at(-1);
    // A blur blurs both scenes.
    if (last && transition && way?.['type'] === 'blur') {
      const blurred = { 'transition.out': { ...transition.in, fade: false } };
      clips[clips.length - 1] = { ...last, clip: built(last.clip, blurred) };
    }
    clips.push({ path, clip, inner: [...backOf(path, background, size), ...scene.clips] });
    // A scene with a condition may be missing, so its end is not known: the next one starts after it instead.
    before = { id, end: when === undefined ? end : undefined, length, leaves };
  }
  return { clips, length: before ? before.end : 0 };
};
