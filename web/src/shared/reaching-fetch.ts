import { t } from '../words/words.js';

/** A fetch whose error says, in words for everyone, that there is no connection. */
export const reachingFetch = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Error(t('The service cannot be reached. Check the connection, and try again.'), {
      cause: error,
    });
  }
};
