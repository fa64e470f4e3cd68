import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { programArgs } from '../processes/programs.js';

/** A code block of a page. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** @param page its path from the root of the project */
export const textOfPage = (page: string): string => readFileSync(join(packageRoot, page), 'utf8');

/** The code blocks of a text, in order. */
export const codeBlocks = (text: string): ReadonlyArray<CodeBlock> =>
  [...text.matchAll(/^```(\S*)[^\n]*\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** The code of the blocks of a page in one language, in order. */
export const blocksOf = (page: string, language: string): ReadonlyArray<string> =>
  codeBlocks(textOfPage(page)).flatMap((block) => (block.language === language ? [block.code] : []));

/** The commands of package.json that pages show, and the program of each. */
const COMMANDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/npm run (?:-s )?admin --/g, 'infrastructure/cli/admin/main'],
  [/npm run (?:-s )?verify --/g, 'infrastructure/cli/verify-receipt'],
  [/npm run (?:-s )?import --/g, 'infrastructure/cli/import-project'],
  [/npm run (?:-s )?render --/g, 'infrastructure/cli/render-file'],
  [/^framewright(?= )/gm, 'clients/typescript/cli/main'],
];

/** Shell commands that start the programs of this project as the tests do. */
export const withOwnPrograms = (shell: string): string =>
  COMMANDS.reduce(
    (text, [command, program]) =>
      text.replaceAll(command, [process.execPath, ...programArgs(program)].join(' ')),
    shell,
  );
