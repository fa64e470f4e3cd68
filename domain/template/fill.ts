import { isRecord } from '../codec/json.js';
import { partsOf, type Placeholder } from '../codec/placeholders.js';

/** Values by name. */
export type Values = Readonly<Record<string, unknown>>;

/** What filling a template found out. */
export interface Filled {
  readonly value: unknown;
  /** Names that have no value. */
  readonly missing: ReadonlySet<string>;
  /** Names that were looked up. */
  readonly used: ReadonlySet<string>;
  /** What else is wrong, in words. */
  readonly problems: ReadonlyArray<string>;
}

/** How large a filled template may become, in characters of its values, and how many values it may have. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_NODES = 200_000;
const MOST_ITEMS = 1000;

/** Where clips refer to clips by id. */
const REFERENCES: ReadonlySet<string> = new Set(['id', 'after', 'clip']);

/** Whether `when` leaves a clip out: false, empty, 0 or null. */
const isOff = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  value === 'false' ||
  value === '0' ||
  (Array.isArray(value) && value.length === 0);

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

const has = (values: Values, name: string): boolean => Object.hasOwn(values, name);

/** The value at a path of names, such as `item.title`. */
const at = (values: Values, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      isRecord(value) && has(value, name)
        ? value[name]
        : Array.isArray(value) && /^\d+$/.test(name)
          ? (value as ReadonlyArray<unknown>)[Number(name)]
          : undefined,
    values,
  );

/** The ids of clips in a repeated group, those of groups in it included. */
const idsIn = (clip: unknown): ReadonlyArray<string> => {
  if (!isRecord(clip)) return [];
  const { id, clips } = clip;
  return [...(typeof id === 'string' ? [id] : []), ...(Array.isArray(clips) ? clips.flatMap(idsIn) : [])];
};

/**
 * Fills the placeholders of a JSON value. Nothing is evaluated: names are looked up, lists repeat groups, and `when`
 * leaves clips out.
 */
export const fill = (template: unknown, values: Values): Filled => {
  const missing = new Set<string>();
  const used = new Set<string>();
  const problems: string[] = [];
  let [characters, nodes] = [0, 0];
  const isTooLarge = (): boolean => characters > MOST_CHARACTERS || nodes > MOST_NODES;

  const lookUp = ({ name, fallback }: Placeholder, scope: Values): unknown => {
    const path = name.split('.');
    const [first = ''] = path;
    if (!has(scope, first) || at(scope, path) === undefined) {
      const found = at(values, path);
      used.add(first);
      if (found !== undefined) return found;
      if (fallback !== undefined) return fallback;
      missing.add(name);
      return undefined;
    }
    return at(scope, path);
  };

  const text = (source: string, scope: Values): unknown => {
    if (!source.includes('{{')) {
      characters += source.length;
      return source;
    }
    const parts = partsOf(source);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && typeof only !== 'string') {
      const value = lookUp(only, scope);
      characters += JSON.stringify(value)?.length ?? 0;
      return value;
    }
    const filled = parts.map((part) => {
      if (typeof part === 'string') return part;
      const value = lookUp(part, scope);
      if (value === undefined) return '';
      const shown = asText(value);
      if (shown === undefined) problems.push(`merge.${part.name} must be text, a number or a boolean`);
      return shown ?? '';
    });
    const whole = filled.join('');
    characters += whole.length;
    return whole;
  };

  const renamed = (value: unknown, ids: ReadonlySet<string>, suffix: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => renamed(item, ids, suffix));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        key,
        REFERENCES.has(key) && typeof field === 'string' && ids.has(field)
          ? `${field}${suffix}`
          : renamed(field, ids, suffix),
      ]),
    );
  };

  const clipOf = (item: unknown, scope: Values): ReadonlyArray<unknown> => {
    if (!isRecord(item)) return [walk(item, scope)];
    const { when, forEach, ...clip } = item;
    if (typeof forEach !== 'string') {
      if (when !== undefined && isOff(typeof when === 'string' ? text(when, scope) : when)) return [];
      return [walk(clip, scope)];
    }
    const items = text(forEach, scope);
    if (items === undefined) return [];
    if (!Array.isArray(items) || items.length > MOST_ITEMS) {
      problems.push(`forEach ${forEach} must be a list of at most ${MOST_ITEMS} items`);
      return [];
    }
    const ids = new Set(idsIn(clip));
    return items.flatMap((one: unknown, index) => {
      if (isTooLarge()) return [];
      const inner = { ...scope, item: one, index };
      if (when !== undefined && isOff(typeof when === 'string' ? text(when, inner) : when)) return [];
      return [walk(index === 0 ? clip : renamed(clip, ids, `-${index + 1}`), inner)];
    });
  };

  const walk = (node: unknown, scope: Values): unknown => {
    nodes += 1;
    if (isTooLarge()) return undefined;
    if (typeof node === 'string') return text(node, scope);
    if (Array.isArray(node)) return node.map((item) => walk(item, scope));
    if (!isRecord(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, field]) => [
        key,
        key === 'clips' && Array.isArray(field)
          ? field.flatMap((item: unknown) => clipOf(item, scope))
          : walk(field, scope),
      ]),
    );
  };

  const value = walk(template, {});
  if (isTooLarge()) problems.push('the filled template is too large');
  return { value, missing, used, problems };
};
