import { isRecord } from '../codec/json.js';
import { partsOf, type Placeholder } from '../codec/placeholders.js';
import { copiesOf, copyId, inSequence, relinked, type Written } from './copies.js';

/** Values of variables, by name. */
export type Values = Readonly<Record<string, unknown>>;

export interface Filled {
  readonly value: unknown;
  /** Names without a value. */
  readonly missing: ReadonlySet<string>;
  /** Names that were looked up. */
  readonly used: ReadonlySet<string>;
  /** Other problems, as messages. */
  readonly problems: ReadonlyArray<string>;
}

/** Limits of a filled template: characters of its values, number of values, and items of a list. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_NODES = 200_000;
const MAX_ITEMS = 1000;

/** Whether `when` omits a clip: it is false, empty, 0 or null. */
const omitsClip = (value: unknown): boolean =>
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

/** The value at a path of names, such as `item.title` or `items.0`. */
export const valueAtPath = (values: Values, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        isRecord(value) && has(value, name)
          ? value[name]
          : Array.isArray(value) && /^\d+$/.test(name)
            ? (value as ReadonlyArray<unknown>)[Number(name)]
            : undefined,
      values,
    );

/** The progress of filling a template. */
interface Filling {
  readonly values: Values;
  readonly missing: Set<string>;
  readonly used: Set<string>;
  readonly problems: string[];
  characters: number;
  nodes: number;
}

const isTooLarge = ({ characters, nodes }: Filling): boolean =>
  characters > MAX_CHARACTERS || nodes > MAX_NODES;

/** The value of a placeholder: from the items of the groups around it, from the values, or its fallback. */
const lookUp = (
  { values, used, missing }: Filling,
  { name, fallback }: Placeholder,
  scope: Values,
): unknown => {
  const [first = ''] = name.split('.', 1);
  const inScope = has(scope, first) ? valueAtPath(scope, name) : undefined;
  if (inScope !== undefined) return inScope;
  used.add(first);
  const found = valueAtPath(values, name) ?? fallback;
  if (found === undefined) missing.add(name);
  return found;
};

const fillText = (filling: Filling, source: string, scope: Values): unknown => {
  if (!source.includes('{{')) {
    filling.characters += source.length;
    return source;
  }
  const parts = partsOf(source);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') {
    const value = lookUp(filling, only, scope);
    filling.characters += JSON.stringify(value)?.length ?? 0;
    return value;
  }
  const filled = parts.map((part) => {
    if (typeof part === 'string') return part;
    const value = lookUp(filling, part, scope);
    if (value === undefined) return '';
    const shown = asText(value);
    if (shown === undefined) filling.problems.push(`merge.${part.name} must be text, a number or a boolean`);
    return shown ?? '';
  });
  const whole = filled.join('');
  filling.characters += whole.length;
  return whole;
};

/** The items for which `forEach` repeats a group. */
const itemsOf = (filling: Filling, forEach: string, scope: Values): ReadonlyArray<unknown> => {
  const items = fillText(filling, forEach, scope);
  if (Array.isArray(items) && items.length <= MAX_ITEMS) return items;
  if (items !== undefined)
    filling.problems.push(
      `forEach ${forEach} must be a list of at most ${MAX_ITEMS} items, such as {{items}}`,
    );
  return [];
};

/** The values of `{{item}}` and `{{index}}` for each copy of a clip; none if the clip is omitted. */
const scopesOf = (filling: Filling, { when, forEach }: Written, scope: Values): ReadonlyArray<Values> => {
  const scopes =
    typeof forEach === 'string'
      ? itemsOf(filling, forEach, scope).map((item, index) => ({ ...scope, item, index }))
      : [scope];
  return scopes.filter(
    (inner) =>
      when === undefined || !omitsClip(typeof when === 'string' ? fillText(filling, when, inner) : when),
  );
};

/** Omits, fills or repeats each clip of a list. Clips that follow it are linked to its replacement. */
const clipsOf = (filling: Filling, list: ReadonlyArray<unknown>, scope: Values): ReadonlyArray<unknown> => {
  const written = list.filter(isRecord).map((clip) => ({ clip, scopes: scopesOf(filling, clip, scope) }));
  const omitted = new Map<unknown, unknown>();
  const copies = new Map<unknown, string>();
  for (const { clip, scopes } of written) {
    const { id, timeFrame, forEach, sequence } = clip;
    const followed = scopes.at(sequence === undefined ? 0 : -1);
    if (!followed) omitted.set(id, timeFrame);
    else if (forEach !== undefined) copies.set(id, copyId(id, Number(followed['index'])));
  }
  return written.flatMap(({ clip, scopes }) => {
    const { when: _when, forEach, sequence, ...plain } = relinked(clip, omitted, copies);
    const copyAt = forEach === undefined ? () => plain : copiesOf(plain);
    let before: Written | undefined;
    return scopes.flatMap((inner, position) => {
      if (isTooLarge(filling)) return [];
      const copy = copyAt(Number(inner['index']));
      const isLast = position === scopes.length - 1;
      const placed = isRecord(sequence) ? inSequence(copy, before, isLast, sequence) : copy;
      before = copy;
      return [fillNode(filling, placed, inner)];
    });
  });
};

const fillNode = (filling: Filling, node: unknown, scope: Values): unknown => {
  filling.nodes += 1;
  if (isTooLarge(filling)) return undefined;
  if (typeof node === 'string') return fillText(filling, node, scope);
  if (Array.isArray(node)) return node.map((item) => fillNode(filling, item, scope));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, field]) => [
      key,
      key === 'clips' && Array.isArray(field)
        ? clipsOf(filling, field, scope)
        : fillNode(filling, field, scope),
    ]),
  );
};

/**
 * Fills the placeholders of a JSON value. Nothing is evaluated: names are looked up, lists repeat groups, and `when` omits
 * clips.
 */
export const fill = (template: unknown, values: Values): Filled => {
  const filling: Filling = {
    values,
    missing: new Set(),
    used: new Set(),
    problems: [],
    characters: 0,
    nodes: 0,
  };
  const value = fillNode(filling, template, {});
  if (isTooLarge(filling)) filling.problems.push('the filled template is too large');
  const { missing, used, problems } = filling;
  return { value, missing, used, problems };
};
