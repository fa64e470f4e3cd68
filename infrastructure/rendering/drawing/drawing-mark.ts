import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { ScenePart } from '../../../workers/render/ports/media-engine.js';

// A file in which a process notes which part of a scene it is drawing, so that its parent knows the part after a crash:
// the number of the input, and that of the node. Feeds are numbered downwards from FIRST_FEED.

const BYTES = 8;
const NOTHING = -1;
const FIRST_FEED = -2;

/** The mark as the parent of the process sees it. */
export interface ReadMark {
  readonly path: string;
  /** The part that the process was drawing; undefined if none. The numbers are not trusted. */
  readonly read: () => Promise<ScenePart | undefined>;
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
    path,
    read: async () => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES), 0, BYTES, 0);
      const [input, part] = [buffer.readInt32LE(0), buffer.readInt32LE(4)];
      if (bytesRead < BYTES || part === NOTHING) return undefined;
      return part >= 0 ? { input, node: part } : { input, feed: FIRST_FEED - part };
    },
    close: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
};

/** The mark as the process itself sees it. */
export interface WriteMark {
  readonly write: (part: ScenePart | undefined) => void;
  readonly close: () => void;
}

/** Opens the mark that the parent created. */
export const openMark = (path: string): WriteMark => {
  const file = openSync(path, 'r+');
  return {
    write: (part) => {
      const number = !part ? NOTHING : 'node' in part ? part.node : FIRST_FEED - part.feed;
      writeSync(file, Int32Array.of(part?.input ?? 0, number), 0, BYTES, 0);
    },
    close: () => closeSync(file),
  };
};
