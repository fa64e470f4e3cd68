import { isRecord } from '../../../../domain/codec/json.js';

const keysOf = (path: string): ReadonlyArray<string> => path.split(/[.[\]]+/).filter(Boolean);

const withValue = (node: unknown, [key = '', ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  const fields: Readonly<Record<string, unknown>> = isRecord(node) ? node : {};
  const before = Array.isArray(node) ? (node[Number(key)] as unknown) : fields[key];
  const after = rest.length === 0 ? value : withValue(before, rest, value);
  return Array.isArray(node) ? node.with(Number(key), after) : { ...fields, [key]: after };
};

/** The object with another value at a path such as `captionProperties.words[2].word`. */
export const withValueAt = <Node extends object>(node: Node, path: string, value: unknown): Node =>
  withValue(node, keysOf(path), value) as Node;
