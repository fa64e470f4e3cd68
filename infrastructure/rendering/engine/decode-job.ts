import * as t from 'io-ts';
import type { ExchangeFolder, GivenJob } from '../tasks/exchange-folder.js';

/** Hashes what a file of this service decodes to. */
export interface DecodeJob {
  readonly type: 'decode';
  readonly path: string;
}

/** The result: see `DecodedHashes`. */
export const Decoded = t.type({
  frames: t.readonlyArray(t.string),
  blocks: t.readonlyArray(t.string),
  samples: t.number,
  sampleRate: t.number,
  size: t.union([t.string, t.null]),
});
export type Decoded = t.TypeOf<typeof Decoded>;

export const givenDecoding = async (path: string, folder: ExchangeFolder): Promise<GivenJob<DecodeJob>> => ({
  job: { type: 'decode', path: await folder.give(path) },
  outputs: [],
});
