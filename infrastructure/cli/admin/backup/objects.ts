import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as t from 'io-ts';
import { isSome } from 'fp-ts/lib/Option.js';
import { listedPages } from '../../../../application/outputs/sweeps.js';
import type { Config } from '../../../platform/config.js';
import { isObjectKey } from '../../../storage/object-key.js';
import { openObjectStorage, STORAGE_AREAS } from '../../../storage/open-object-storage.js';
import { measuredFile } from '../../measured-file.js';
import { resultOrExit } from '../session.js';
import { objectFile } from './backup-folder.js';

/** An object of the storage; with a checksum if the backup has a copy of it. */
export const ObjectLine = t.intersection([
  t.type({ area: t.keyof({ assets: null, outputs: null, sources: null }), key: t.string, bytes: t.number }),
  t.partial({ sha256: t.string }),
]);
type ObjectLine = t.TypeOf<typeof ObjectLine>;

/** Lists the objects and, if `copies` is set, copies them to the folder. */
export async function* objectLines(
  config: Config,
  folder: string,
  copies: boolean,
): AsyncGenerator<ObjectLine> {
  for (const area of STORAGE_AREAS) {
    const storage = await openObjectStorage(config, area);
    for await (const page of listedPages(storage))
      for (const { key, bytes } of page) {
        if (!copies) yield { area, key, bytes };
        else {
          const file = objectFile(folder, area, key);
          await mkdir(dirname(file), { recursive: true });
          // An object that was deleted in the meantime is not part of the backup.
          if (await resultOrExit(storage.get(key, file))) yield { area, key, ...(await measuredFile(file)) };
        }
      }
  }
}

/**
 * Stores the copies again, unless an object of this size is there already.
 * @returns the objects that are neither there nor in the backup
 */
export const restoreObjects = async (
  config: Config,
  folder: string,
  lines: AsyncIterable<ObjectLine>,
): Promise<ReadonlyArray<string>> => {
  const storages = {
    assets: await openObjectStorage(config, 'assets'),
    outputs: await openObjectStorage(config, 'outputs'),
    sources: await openObjectStorage(config, 'sources'),
  };
  const missing: string[] = [];
  for await (const { area, key, bytes, sha256 } of lines) {
    if (!isObjectKey(key)) throw new Error(`${JSON.stringify(key)} is not a key of an object.`);
    const found = await resultOrExit(storages[area].find(key));
    if (isSome(found) && found.value.bytes === bytes) continue;
    if (sha256 === undefined) missing.push(`${area}/${key}`);
    else await resultOrExit(storages[area].put(key, objectFile(folder, area, key), sha256));
  }
  return missing;
};
