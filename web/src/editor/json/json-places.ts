import { jsonLanguage } from '@codemirror/lang-json';

type Tree = ReturnType<typeof jsonLanguage.parser.parse>;
type Node = Tree['topNode'];

/** Where something is in a text: characters from its start. */
interface Place {
  readonly from: number;
  readonly to: number;
}

const PUNCTUATION = new Set(['{', '}', '[', ']', ',', ':']);

const childrenOf = (node: Node): ReadonlyArray<Node> => {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!PUNCTUATION.has(child.name)) children.push(child);
  return children;
};

/** The property of an object or the element of an array, whose last child or itself is the value. */
const childOf = (text: string, value: Node, step: string | number): Node | undefined => {
  const children = childrenOf(value);
  return typeof step === 'number'
    ? children[step]
    : children.find(({ firstChild }) => {
        if (firstChild?.name !== 'PropertyName') return false;
        return text.slice(firstChild.from, firstChild.to) === JSON.stringify(step);
      });
};

const valueOf = (node: Node): Node => (node.name === 'Property' ? (node.lastChild ?? node) : node);

/**
 * Where a field is in the text of a project, whatever its layout.
 * @param text valid JSON
 * @param path such as `clips[2].timeFrame.start`
 * @returns the place of the longest part of the path that is there
 */
export const placeOfPath = (text: string, path: string): Place => {
  const steps = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : name,
  );
  const { topNode } = jsonLanguage.parser.parse(text);
  let found: Node = topNode.firstChild ?? topNode;
  for (const step of steps) {
    const next = childOf(text, valueOf(found), step);
    if (next === undefined) break;
    found = next;
  }
  return { from: found.from, to: found.to };
};
