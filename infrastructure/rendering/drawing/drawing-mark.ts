import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';

// Where a drawing process notes what it is drawing, so that this is known when it crashes.

/** A node of the scene of one of the jobs of an order. */
export interface DrawnNode {
  readonly job: number;
  readonly node: number;
}

/** Two integers of 32 bits: the job, and the node or -1. */
const BYTES = 8;

const NO_NODE: DrawnNode = { job: 0, node: -1 };

const bytesOf = ({ job, node }: DrawnNode): Int32Array => Int32Array.of(job, node);

/** The mark as the parent of the process sees it. */
export interface ReadMark {
  /** What the process was drawing last; undefined if nothing. The process may have written any numbers. */
  readonly read: () => Promise<DrawnNode | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Creates the mark in a folder of the process. It must be a new file: the process could have put a link there, also
 * while this one still has the mark open.
 */
export const makeMark = async (path: string): Promise<ReadMark> => {
  const file = await open(path, 'wx+');
  await file.chmod(0o666);
  return {
    read: async () => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES), 0, BYTES, 0);
      const node = buffer.readInt32LE(4);
      return bytesRead === BYTES && node >= 0 ? { job: buffer.readInt32LE(0), node } : undefined;
    },
    close: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
};

/** The mark as the process itself sees it. */
export interface WriteMark {
  readonly write: (drawn: DrawnNode) => void;
  readonly close: () => void;
}

/** Opens the mark that the parent created. */
export const openMark = (path: string): WriteMark => {
  const file = openSync(path, 'r+');
  let last = NO_NODE;
  const write = (drawn: DrawnNode): void => {
    // Frames are drawn one at a time: a job that has not finished one has failed, and the process is about to end.
    if (last.node >= 0 && last.job !== drawn.job) return;
    last = drawn;
    writeSync(file, bytesOf(drawn), 0, BYTES, 0);
  };
  write(NO_NODE);
  return { write, close: () => closeSync(file) };
};
