import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/**
 * The queries and mutations of a page. The client already retries requests that may succeed later, so errors are shown immediately.
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
