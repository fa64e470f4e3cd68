import { inWords } from '../words/messages/messages.js';
import { t } from '../words/words.js';

/** A fetch whose errors, including a missing connection, are in the language of the page. */
export const reachingFetch = async (request: Request): Promise<Response> => {
  try {
    return await inWords(await fetch(request));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Error(t('The service cannot be reached. Check the connection, and try again.'), {
      cause: error,
    });
  }
};
