import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { storedContent } from '../../../infrastructure/storage/stored-content.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import { pieceCacheContract } from './piece-cache-contract.js';

// The storages themselves have a contract of their own; one of them is enough here.
pieceCacheContract('in the object storage', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stored-pieces-'));
  const [work, objects] = [join(folder, 'work'), join(folder, 'objects')];
  await mkdir(work);
  return {
    openWorker: () => storedContent(KeptFile, localFiles(objects), work),
    damage: ({ sha256 }) => appendFile(join(objects, sha256), 'damage'),
    close: () => rm(folder, { recursive: true }),
  };
});
