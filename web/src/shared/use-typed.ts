import { type ChangeEvent, type KeyboardEvent, useState } from 'react';

/**
 * A field whose text is applied on blur or Enter; Escape discards it.
 * @param shown the text in effect
 * @param problemOf returns what is wrong with a text; such a text stays in the field
 */
export const useTyped = (
  shown: string,
  commit: (typed: string) => void,
  problemOf: (typed: string) => string | undefined = () => undefined,
) => {
  const [typed, type] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const end = (): void => {
    if (typed === undefined) return;
    const found = typed === shown ? undefined : problemOf(typed);
    setProblem(found);
    if (found !== undefined) return;
    type(undefined);
    if (typed !== shown) commit(typed);
  };
  return {
    problem,
    input: {
      value: typed ?? shown,
      'data-typed': typed !== undefined,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(target.value),
      onBlur: end,
      onKeyDown: ({ key }: KeyboardEvent): void => {
        if (key === 'Enter') end();
        else if (key === 'Escape') type(undefined);
      },
    },
  };
};
