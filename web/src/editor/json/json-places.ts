import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** A range of a text, in characters from its start. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * The range of a field in the text of a project, whatever its formatting.
 * @param text valid JSON
 * @param path such as `clips[2].timeFrame.start`
 * @returns the range of the longest part of the path that exists
 */
export const placeOfPath = (text: string, path: string): Place => {
  const steps = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
  const root = parseTree(text);
  if (!root) return { from: 0, to: text.length };
  const value = steps
    .map((_, left) => findNodeAtLocation(root, steps.slice(0, steps.length - left)))
    .find((node) => node !== undefined);
  const node = value?.parent?.type === 'property' ? value.parent : (value ?? root);
  return { from: node.offset, to: node.offset + node.length };
};
