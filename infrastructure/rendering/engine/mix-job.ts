import type { MixRequest } from '../../../workers/render/ports/mix-request.js';
import { type ExchangeFolder, type PreparedJob, withGivenFiles } from '../tasks/exchange-folder.js';

export interface MixJob extends MixRequest {
  readonly type: 'mix';
  /** A folder for its temporary files. */
  readonly folder: string;
}

export const prepareMixJob = async (
  { plan, levels, outputs }: MixRequest,
  { give, newOutput, written }: ExchangeFolder,
): Promise<PreparedJob<MixJob>> => {
  const files = [...levels, ...outputs].map(({ path }) => newOutput(path));
  const own = files.map((file) => file.written);
  const parts = await withGivenFiles(
    levels.map(({ part }) => part),
    give,
  );
  return {
    job: {
      type: 'mix',
      plan: { ...plan, parts: await withGivenFiles(plan.parts, give) },
      levels: parts.map((part, index) => ({ part, path: own[index] ?? '' })),
      outputs: outputs.map((output, index) => ({ ...output, path: own[levels.length + index] ?? '' })),
      folder: written,
    },
    outputs: files,
  };
};
