/** A difference between two JSON values. An absent side has no value there. */
export interface Difference {
  /** Such as `clips[2].volume`. */
  readonly path: string;
  readonly stored?: unknown;
  readonly file?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a file differs from what is stored. An id of a clip that the file omits is no difference. */
export const differences = (stored: unknown, file: unknown, path = ''): ReadonlyArray<Difference> => {
  if (Array.isArray(stored) && Array.isArray(file))
    return Array.from({ length: Math.max(stored.length, file.length) }, (_, index) =>
      differences(stored[index], file[index], `${path}[${index}]`),
    ).flat();
  if (isObject(stored) && isObject(file))
    return [...new Set([...Object.keys(stored), ...Object.keys(file)])]
      .filter((name) => !(name === 'id' && file['id'] === undefined))
      .flatMap((name) => differences(stored[name], file[name], path === '' ? name : `${path}.${name}`));
  if (JSON.stringify(stored) === JSON.stringify(file)) return [];
  return [{ path, ...(stored === undefined ? {} : { stored }), ...(file === undefined ? {} : { file }) }];
};

/** The JSON Merge Patch (RFC 7396) that makes what is in a file of what is stored. */
export const patchTo = (stored: unknown, file: unknown): unknown =>
  isObject(stored) && isObject(file)
    ? {
        ...Object.fromEntries(Object.keys(stored).map((name) => [name, null])),
        ...Object.fromEntries(
          Object.entries(file).map(([name, value]) => [name, patchTo(stored[name], value)]),
        ),
      }
    : file;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

export const differenceText = ({ path, ...sides }: Difference): string => {
  if (!('stored' in sides)) return `+ ${path}: ${shown(sides.file)}`;
  if (!('file' in sides)) return `- ${path}: ${shown(sides.stored)}`;
  return `~ ${path}: ${shown(sides.stored)} → ${shown(sides.file)}`;
};
