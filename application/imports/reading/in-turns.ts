import { letOthersRun } from '../../let-others-run.js';

/** Converts items one after the other. Other work of the process has a turn before each. */
export const inTurns = async <A, B>(
  items: ReadonlyArray<A>,
  convert: (item: A, index: number) => ReadonlyArray<B> | Promise<ReadonlyArray<B>>,
): Promise<ReadonlyArray<B>> => {
  const converted: B[] = [];
  for (const [index, item] of items.entries()) {
    await letOthersRun();
    converted.push(...(await convert(item, index)));
  }
  return converted;
};
