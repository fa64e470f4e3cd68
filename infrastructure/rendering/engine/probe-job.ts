import * as t from 'io-ts';
import { SOURCE_LIMITS } from './input-limits.js';
import type { ExchangeFolder, GivenJob } from '../tasks/exchange-folder.js';

export interface ProbeJob {
  readonly type: 'probe';
  readonly path: string;
  readonly options: Readonly<Record<string, string>>;
}

/** The result: what is reported, and the number of streams, which is limited. */
export const Probed = t.type({ media: t.unknown, streams: t.number });
export type Probed = t.TypeOf<typeof Probed>;

export const givenProbe = async (path: string, folder: ExchangeFolder): Promise<GivenJob<ProbeJob>> => ({
  job: { type: 'probe', path: await folder.give(path), options: SOURCE_LIMITS },
  outputs: [],
});
