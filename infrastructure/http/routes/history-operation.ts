import { about } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/containers.js';
import { wholeNumberFromText } from '../contract/query-codecs.js';

/** What the operations on a video's history have in common. */
export const historyOperation = { access: 'api-key-or-bearer', tag: 'History' } as const;

/** The highest version or revision that can be asked for. */
export const HIGHEST_VERSION = 999_999_999;

/** The query parameter that bounds a page. */
export const LIMIT = withDefault(about('Most items to answer.', wholeNumberFromText(1, 100)), 20);
