import { join } from 'node:path';
import type { MixRequest } from '../../../workers/render/ports/media-engine.js';
import type { ExchangeFolder, GivenJob } from '../tasks/exchange-folder.js';

export interface MixJob extends MixRequest {
  readonly type: 'mix';
  /** A folder for files that it needs meanwhile. */
  readonly folder: string;
  /** The file in which it notes which of the parts, and after them of the levels, it is decoding. */
  readonly mark: string;
}

/** A mix for one process. @param number of the job, different from those of other jobs of the process */
export const givenMix = async (
  { plan, levels, outputs }: MixRequest,
  number: number,
  { give, written }: ExchangeFolder,
  mark: string,
): Promise<GivenJob<MixJob>> => {
  const given = async <A extends { readonly path: string }>(part: A): Promise<A> => ({
    ...part,
    path: await give(part.path),
  });
  const own = (name: string, index: number): string => join(written, `${name}-${number}-${index}`);
  return {
    job: {
      type: 'mix',
      plan: { ...plan, parts: await Promise.all(plan.parts.map(given)) },
      levels: await Promise.all(
        levels.map(async ({ part }, index) => ({ part: await given(part), path: own('levels', index) })),
      ),
      outputs: outputs.map((output, index) => ({ ...output, path: own('sound', index) })),
      folder: written,
      mark,
    },
    outputs: [
      ...levels.map(({ path }, index) => ({ written: own('levels', index), path })),
      ...outputs.map(({ path }, index) => ({ written: own('sound', index), path })),
    ],
  };
};
