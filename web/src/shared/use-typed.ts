import { type ChangeEvent, type KeyboardEvent, useState } from 'react';

/**
 * A field whose text takes effect when it is left, or by Enter; Escape takes back what was typed.
 * @param shown the text that is in effect
 * @param problemOf what is wrong with a text, which then stays in the field
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
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(target.value),
      onBlur: end,
      onKeyDown: ({ key }: KeyboardEvent): void => {
        if (key === 'Enter') end();
        else if (key === 'Escape') type(undefined);
      },
    },
  };
};
