import { closeSync, fchmodSync, openSync, readSync, writeSync } from 'node:fs';
import type { ScenePart } from '../../../workers/render/ports/media-engine.js';

// A file in which a process notes what it is working on, so that its parent knows this after a crash: the number of the
// input, and that of the node. Feeds are numbered downwards from FIRST_FEED.

const BYTES = 8;
const NOTHING = -1;
const FIRST_FEED = -2;

const bytesOf = (part: ScenePart | undefined): Int32Array => {
  const number = !part ? NOTHING : 'node' in part ? part.node : FIRST_FEED - part.feed;
  return Int32Array.of(part?.input ?? 0, number);
};

/**
 * Creates the mark in a folder of the process. It must be a new file: the process could have put a link there, also
 * while this one still has the mark open.
 * @returns a function that reads and closes it: what the process was working on; undefined if nothing. The numbers are
 *   not trusted.
 */
export const makeMark = (path: string): (() => ScenePart | undefined) => {
  const file = openSync(path, 'wx+');
  fchmodSync(file, 0o666);
  return () => {
    const marked = Buffer.alloc(BYTES);
    const bytesRead = readSync(file, marked, 0, BYTES, 0);
    closeSync(file);
    const [input, part] = [marked.readInt32LE(0), marked.readInt32LE(4)];
    if (bytesRead < BYTES || part === NOTHING) return undefined;
    return part >= 0 ? { input, node: part } : { input, feed: FIRST_FEED - part };
  };
};

/** Opens the mark that the parent created. @returns a function that notes what this process is working on */
export const openMark = (path: string): ((part: ScenePart | undefined) => void) => {
  const file = openSync(path, 'r+');
  return (part) => void writeSync(file, bytesOf(part), 0, BYTES, 0);
};
