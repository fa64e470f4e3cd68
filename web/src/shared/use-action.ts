import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Something that somebody does, such as by a button.
 * @param reread what it may have changed, which is read again after it, also if it failed
 */
export const useAction = <Output, Input = void>(
  act: (input: Input) => Promise<Output>,
  ...reread: ReadonlyArray<QueryKey>
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => Promise.all(reread.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
};
