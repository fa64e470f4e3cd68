import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { MORE } from '../.vitepress/more.js';

const ROOT = join(import.meta.dirname, '../..');

/** The pages from files outside of docs/. Their links count from the page. */
export default {
  paths: () =>
    Promise.all(
      Object.entries(MORE).map(async ([file, page]) => ({
        params: { page },
        content: (await readFile(join(ROOT, file), 'utf8')).replaceAll(
          /\]\((?![a-z]+:|[#/])([^)]+)\)/g,
          (_, path) => `](${posix.relative('docs/more', posix.join(dirname(file), path))})`,
        ),
      })),
    ),
};
