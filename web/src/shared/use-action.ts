import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * An action of the user, such as the click of a button.
 * @param reread the queries whose data it may have changed; they are read again after it, even if it failed
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
