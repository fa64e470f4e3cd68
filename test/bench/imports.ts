/**
 * Imports a folder of documents of other systems, and prints a table: which are imported, with how many deviations, and
 * which of their fields have no effect without being reported. A field is tried by changing its value.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import JSON5 from 'json5';
import { importProject } from '../../application/imports/import-project.js';
import { isRecord } from '../../domain/codec/json.js';
import { lossesOf, type Tried } from '../support/api/silent-losses.js';

const [folder, named = ''] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('name the folder of the documents: npm run bench -- imports FOLDER');

const files = (await readdir(folder, { recursive: true }))
  .filter((file) => /\.(json5?|otio)$/.test(file) && file.includes(named))
  .toSorted();
const tried: Tried = new Map();
const totals = new Map<string, { documents: number; imported: number; exact: number; silent: number }>();
for (const file of files) {
  const document: unknown = JSON5.parse(await readFile(join(folder, file), 'utf8'));
  const result = isRecord(document) ? await importProject(document) : E.left(['is not an object']);
  const system = E.isRight(result) ? result.right.from : 'none';
  const total = totals.get(system) ?? { documents: 0, imported: 0, exact: 0, silent: 0 };
  totals.set(system, total);
  total.documents += 1;
  const name = relative('.', file).slice(-70);
  if (E.isLeft(result)) {
    console.log(`${system}\t${name}\tREFUSED: ${result.left.join('; ').slice(0, 200)}`);
    continue;
  }
  const losses = await lossesOf(document as Readonly<Record<string, unknown>>, result.right, tried);
  total.imported += 1;
  if (result.right.deviations.length === 0) total.exact += 1;
  if (losses.length > 0) total.silent += 1;
  console.log([system, name, result.right.deviations.length, losses.join(' ')].join('\t'));
}
console.table(Object.fromEntries(totals));
