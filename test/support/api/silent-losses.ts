import * as E from 'fp-ts/lib/Either.js';
import { type ImportedProject, importProject } from '../../../application/imports/import-project.js';
import { isRecord } from '../../../domain/codec/json.js';

type Document = Readonly<Record<string, unknown>>;

/** How often a field of a kind of object was tried, so that a folder of documents takes minutes. */
export type Tried = Map<string, number>;

/** Fields that have no effect beside another one in their own system either, such as `zvid:position`. */
const BESIDE: Readonly<Record<string, ReadonlyArray<string>>> = {
  'zvid:position': ['x', 'y'],
  'json2video:position': ['x', 'y'],
  'zvid:resolution': ['width', 'height'],
  'creatomate:font_size': ['font_size_minimum', 'font_size_maximum'],
  // Stated times already overlap.
  'creatomate:time': ['transition', 'track'],
};

/** Fields that say nothing about the picture and the sound. */
const UNSEEN =
  /^(type|track)$|captions\[\d+\]\.(start|end|text)$|(^|\.)metadata(\.|$)|(^|\.)markers(\[|\.)|Resolve_OTIO|(^|\.)(prompt|exitBegin|enterEnd|id|name|comment|comments|callback|cache|disk|instance|client-data|dynamic|locked|alias|title|description|metadata|exports.*|iterateAs|defaults\.layer\.fontPath|destinations|outPath|fast|verbose|allowRemoteRequests|enableFfmpegLog|keepTmp|project|OTIO_SCHEMA|global_start_time(\.\w+)?|(available_range|available_image_bounds)(\.\w+)+|effect_name|color|markers|emoji_style|background_align_threshold|transitionId|thumbnail|renderer|webhook|template_id|cues|poster|wait|language|model|connection|draft|status|crf|quality|gif_quality|gif_compression|client_data|apiKey|settings\.keywords|provider|find|transcode|designer|imageSrc|inputNumber|hasAudio|groupId)(\[\d+\])?$/;

const MOST_OF_A_KIND = 2;

interface Leaf {
  readonly path: ReadonlyArray<string | number>;
  readonly kind: string;
}

/** The fields that hold no others, with the type of the object around them. */
const leavesOf = (
  value: unknown,
  path: ReadonlyArray<string | number> = [],
  type = '',
): ReadonlyArray<Leaf> => {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => leavesOf(item, [...path, index], type));
  if (isRecord(value)) {
    const own = typeof value['type'] === 'string' ? value['type'] : type;
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name], own));
  }
  const names = path.filter((part) => typeof part === 'string').join('.');
  return value === null || value === undefined || value === '' ? [] : [{ path, kind: `${type}:${names}` }];
};

const written = (path: ReadonlyArray<string | number>): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');

/** Other values of the same kind: if none of them changes anything, the field has no effect. */
export const othersOf = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value === 'number') return [value + 1.37, value * 0.5 + 0.21];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string') return [];
  if (/^#[0-9a-f]{6}/i.test(value)) return ['#123456'];
  if (/^-?[\d.]+[a-z%°]*$/.test(value))
    return [value.replace(/[\d.]+/, (digits) => String(Number(digits) + 1.5)), 'other'];
  return [`${value}x`, 'other'];
};

const changed = (value: unknown, [key, ...rest]: ReadonlyArray<string | number>, to: unknown): unknown => {
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? changed(item, rest, to) : item));
  return isRecord(value) ? { ...value, [key]: changed(value[key], rest, to) } : value;
};

const at = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : isRecord(inner) ? inner[key] : undefined),
    value,
  );

/** Whether something around a field takes its effect away: it is in a part that is off, or beside a stronger field. */
const isOverruled = (document: Document, { path }: Leaf, from: string): boolean => {
  const around = path.map((_, index) => at(document, path.slice(0, index))).filter(isRecord);
  const isOff = around.some(({ enabled, visible }) => enabled === false || visible === false);
  // A picture and a gap have no start.
  const isOfPicture =
    path.includes('start_time') &&
    around.some(
      ({ media_references: media, OTIO_SCHEMA: schema }) =>
        /\.(png|jpe?g)"/.test(JSON.stringify(media ?? '')) || String(schema).startsWith('Gap'),
    );
  const isBeside = Object.entries(BESIDE).some(([other, fields]) => {
    const [system, name = ''] = other.split(':');
    const value = String(around.at(-1)?.[name]);
    return system === from && fields.includes(String(path.at(-1))) && !/^(undefined|custom)$/.test(value);
  });
  // Nought is nought at every rate.
  const isNought = path.at(-1) === 'rate' && around.at(-1)?.['value'] === 0;
  return isOff || isOfPicture || isBeside || isNought;
};

/** Whether a deviation is about a field, or something that holds it. */
const isReported = (field: string, { deviations }: ImportedProject): boolean =>
  deviations.some(
    ({ path }) =>
      path !== '' &&
      (field === path ||
        field.startsWith(`${path}.`) ||
        field.startsWith(`${path}[`) ||
        // Defaults are reported where they are used.
        (field.startsWith('defaults.') && path.split('.').at(-1) === field.split('.').at(-1))),
  );

/** Whether another value of the field makes a difference: to the video, or to what is reported. */
const matters = async (document: Document, { path }: Leaf, before: string): Promise<boolean> => {
  for (const other of othersOf(at(document, path))) {
    const result = await importProject(changed(document, path, other) as Document);
    if (E.isLeft(result) || JSON.stringify(result.right) !== before) return true;
  }
  return false;
};

/** The fields of a document that have no effect on the imported video without being reported. */
export const lossesOf = async (
  document: Document,
  imported: ImportedProject,
  tried: Tried,
): Promise<ReadonlyArray<string>> => {
  const before = JSON.stringify(imported);
  const losses: string[] = [];
  for (const leaf of leavesOf(document)) {
    const field = written(leaf.path);
    const kind = `${imported.from}:${leaf.kind}`;
    const times = tried.get(kind) ?? 0;
    if (UNSEEN.test(field) || times >= MOST_OF_A_KIND || isReported(field, imported)) continue;
    if (isOverruled(document, leaf, imported.from)) continue;
    tried.set(kind, times + 1);
    if (!(await matters(document, leaf, before))) losses.push(field);
  }
  return losses;
};
