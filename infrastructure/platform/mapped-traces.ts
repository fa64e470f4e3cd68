import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename, dirname, resolve } from 'node:path';

/** The place in a source that a place in a bundle was made from, counted from 1; undefined for code of packages. */
type Lookup = (line: number, column: number) => string | undefined;

/** As V8 writes it in a trace: the function and the place. */
type CallSite = NodeJS.CallSite & { readonly toString: () => string };

/** Reads a map. Its entries are only decoded for code that has some: libraries read traces that end within packages. */
const readMap = (bundle: string): Lookup => {
  const payload = JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload;
  const lines = payload.mappings.split(';');
  let map: SourceMap | undefined;
  return (line, column) => {
    if ((lines[line - 1] ?? '') === '') return undefined;
    const entry = (map ??= new SourceMap(payload)).findEntry(line - 1, column - 1);
    if (!('originalSource' in entry)) return undefined;
    const { originalSource, originalLine, originalColumn } = entry;
    return `${resolve(dirname(bundle), originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  };
};

/**
 * Lets traces of errors name the sources of a bundle, as Node does for modules with `--enable-source-maps`, but not for
 * scripts. The map is read when a trace is first asked for.
 * @param bundle path of the file, next to its map; V8 knows it by its name
 */
export const mapTraces = (bundle: string): void => {
  const name = basename(bundle);
  let sourceOf: Lookup | undefined;
  const mapped = (site: CallSite): string => {
    const text = String(site);
    const line = site.getLineNumber();
    const column = site.getColumnNumber();
    if (site.getFileName() !== name || line === null || column === null) return text;
    const source = (sourceOf ??= readMap(bundle))(line, column);
    return source === undefined ? text : text.replace(`${name}:${line}:${column}`, () => source);
  };
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${mapped(site)}`)].join('\n');
};
