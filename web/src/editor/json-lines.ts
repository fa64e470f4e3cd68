/**
 * The line, from 1, of a field in formatted JSON.
 * @param text as `JSON.stringify(value, null, 2)` gives it, or similar
 * @param path such as `clips[2].timeFrame.start`
 * @returns the line of the longest part of the path that is there
 */
export const lineOfPath = (text: string, path: string): number => {
  const steps = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : name,
  );
  const lines = text.split('\n');
  let line = 0;
  let indent = indentOf(lines[0]);
  for (const step of steps) {
    const next = childOf(lines, line, indent, step);
    if (next === undefined) break;
    line = next;
    indent = indentOf(lines[line]);
  }
  return line + 1;
};

const indentOf = (line = ''): number => line.length - line.trimStart().length;

/** The line on which a child of the value begins, or undefined if there is none. */
const childOf = (
  lines: ReadonlyArray<string>,
  parent: number,
  indent: number,
  step: string | number,
): number | undefined => {
  let depth: number | undefined;
  let index = -1;
  for (let line = parent + 1; line < lines.length; line += 1) {
    const text = (lines[line] ?? '').trim();
    const deep = indentOf(lines[line]);
    if (text === '') continue;
    if (deep <= indent) return undefined;
    depth ??= deep;
    if (deep !== depth || /^[\]}]/.test(text)) continue;
    index += 1;
    if (typeof step === 'number' ? index === step : text.startsWith(`${JSON.stringify(step)}:`)) return line;
  }
  return undefined;
};
