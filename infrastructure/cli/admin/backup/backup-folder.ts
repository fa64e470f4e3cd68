import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { array, record } from '../../../../domain/codec/containers.js';
import { number, oneOf, string } from '../../../../domain/codec/scalars.js';
import { sha256OfFile } from '../../../../workers/files/file-hash.js';
import { errorCode } from '../../../platform/error-code.js';
import { writePrivateFile } from '../../../platform/private-files.js';

/** The parts of a backup; each is a file of lines. */
export const PARTS = ['events', 'tables', 'objects', 'secrets'] as const;
export type BackupPart = (typeof PARTS)[number];

const count = number({ minimum: 0, integer: true });
const PartFacts = record({ part: oneOf(...PARTS), lines: count, sha256: string() });
type PartFacts = t.TypeOf<typeof PartFacts>;

const Manifest = record({
  format: oneOf('framewright-backup'),
  formatVersion: number({ minimum: 1, maximum: 1 }),
  takenAt: string(),
  migrations: array(string()),
  parts: array(PartFacts),
});
export type Manifest = t.TypeOf<typeof Manifest>;

const manifestFile = (folder: string): string => join(folder, 'manifest.json');
const fileOf = (folder: string, part: BackupPart): string => join(folder, `${part}.jsonl`);

/** Where a backup keeps a copy of an object. */
export const objectFile = (folder: string, area: string, key: string): string =>
  join(folder, 'objects', area, key);

/** Creates the folder of a backup, which only this user may read. Rejects if it exists. */
export const createFolder = async (folder: string): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
};

/** Writes the values of a part as lines of JSON, and flushes them to the disk. */
export const writePart = async (
  folder: string,
  part: BackupPart,
  values: AsyncIterable<unknown>,
): Promise<PartFacts> => {
  const hash = createHash('sha256');
  let lines = 0;
  const file = await open(fileOf(folder, part), 'wx', 0o600);
  try {
    for await (const value of values) {
      const line = `${JSON.stringify(value)}\n`;
      hash.update(line);
      await file.write(line);
      lines += 1;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { part, lines, sha256: hash.digest('hex') };
};

/** Writes the manifest, which completes the backup. */
export const complete = (folder: string, manifest: Manifest): Promise<void> =>
  writePrivateFile(manifestFile(folder), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** Reads the manifest and checks every part against it. Rejects if the backup is incomplete or was changed. */
export const openBackup = async (folder: string): Promise<Manifest> => {
  const text = await readFile(manifestFile(folder), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT')
      throw new Error(`${folder} contains no complete backup: it has no manifest.json.`);
    const remedy = errorCode(error) === 'EACCES' ? ` Give the folder to the user ${process.getuid?.()}.` : '';
    throw new Error(`The manifest.json in ${folder} cannot be read: ${String(errorCode(error))}.${remedy}`);
  });
  const manifest = Manifest.decode(JSON.parse(text));
  if (E.isLeft(manifest))
    throw new Error('This release cannot read the manifest. Restore with the release that made the backup.');
  for (const part of PARTS) {
    const facts = manifest.right.parts.find((listed) => listed.part === part);
    if (facts?.sha256 !== (await sha256OfFile(fileOf(folder, part))))
      throw new Error(`The backup is damaged: ${part}.jsonl does not match the manifest.`);
  }
  return manifest.right;
};

/** The values of a part. Rejects at a line that is not one of its values. */
export async function* readPart<A>(
  folder: string,
  part: BackupPart,
  codec: t.Type<A, unknown, unknown>,
): AsyncGenerator<A> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(fileOf(folder, part)) })) {
    number += 1;
    const value = codec.decode(JSON.parse(line));
    if (E.isLeft(value)) throw new Error(`Line ${number} of ${part}.jsonl is invalid.`);
    yield value.right;
  }
}
