import { isRecord } from '../../../domain/codec/json.js';

const keysOf = (path: string): ReadonlyArray<string> => path.split(/[.[\]]+/).filter(Boolean);

/** What an object has at a path such as `captionProperties.words[2].word`. */
export const valueAt = (node: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
    node,
  );

const withValue = (node: unknown, [key = '', ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  const fields: Readonly<Record<string, unknown>> = isRecord(node) ? node : {};
  const before = Array.isArray(node) ? (node[Number(key)] as unknown) : fields[key];
  const after = rest.length === 0 ? value : withValue(before, rest, value);
  return Array.isArray(node) ? node.with(Number(key), after) : { ...fields, [key]: after };
};

/** The object with another value at a path. */
export const withValueAt = <Node extends object>(node: Node, path: string, value: unknown): Node =>
  withValue(node, keysOf(path), value) as Node;

const withoutValue = (node: unknown, [key = '', ...rest]: ReadonlyArray<string>): unknown => {
  if (!isRecord(node)) return node;
  const { [key]: before, ...others } = node;
  const after = rest.length === 0 ? undefined : withoutValue(before, rest);
  if (after !== undefined) return { ...node, [key]: after };
  return Object.keys(others).length > 0 ? others : undefined;
};

/** The object without the field at a path, and without the objects in it that are empty then. */
export const withoutValueAt = <Node extends object>(node: Node, path: string): Node =>
  (withoutValue(node, keysOf(path)) ?? {}) as Node;
