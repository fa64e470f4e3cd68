import { access } from 'node:fs/promises';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';

/** A fault of this machine, such as a cleared folder: not of the client's media, and another attempt may succeed. */
export const FILE_LOST: FailureCause = {
  _tag: 'EncodingFailed',
  message: 'a file that the render needs is missing from the disk of the worker',
  retryable: true,
};

/** Whether one of the files that a command reads is missing. */
export const isFileLost = async (paths: ReadonlyArray<string>): Promise<boolean> => {
  const found = await Promise.all(
    [...new Set(paths)].map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(false);
};
