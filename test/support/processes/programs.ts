/** Programs of the project, run by the tests from the same code as they run from: the sources, or their build. */
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const extension = extname(import.meta.filename);
const codeRoot = resolve(import.meta.dirname, '../../..');

/** The options with which Node runs the code, in any folder. The build runs with those of the test process. */
export const NODE_OPTIONS: ReadonlyArray<string> =
  extension === '.ts' ? [`--import=${import.meta.resolve('tsx')}`] : process.execArgv;

/** @param name the path of a file from the root of the project, without its extension */
export const codeFile = (name: string): string => join(codeRoot, `${name}${extension}`);

/** The same as a URL in quotation marks, for an `import` in a script. */
export const quotedUrl = (name: string): string => JSON.stringify(pathToFileURL(codeFile(name)).href);

/** The arguments with which Node runs a program. */
export const programArgs = (name: string, ...args: ReadonlyArray<string>): string[] => [
  ...NODE_OPTIONS,
  codeFile(name),
  ...args,
];

/** The arguments with which Node runs a script, an ECMAScript module. */
export const scriptArgs = (source: string): string[] => [
  ...NODE_OPTIONS,
  '--input-type=module',
  '--eval',
  source,
];
