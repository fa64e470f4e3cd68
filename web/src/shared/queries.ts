import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/**
 * What a page reads and changes. The client already retries what may succeed later, so that errors are shown at once.
 * A browser without a network may still reach a service on its own machine.
 * @param failed called with every error
 */
export const queriesOf = (failed: (error: Error) => void = () => undefined): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: failed }),
    mutationCache: new MutationCache({ onError: failed }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });
