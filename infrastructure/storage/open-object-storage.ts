import { join } from 'node:path';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import type { Config } from '../platform/config.js';
import { localFiles } from './local-files.js';

/** What the object storage holds, each in an area of its own. */
export type StorageArea = 'outputs';

/** Opens one area of the configured object storage. */
export const openObjectStorage = ({ dataDir }: Pick<Config, 'dataDir'>, area: StorageArea): ObjectStorage =>
  localFiles(join(dataDir, area));
