import { createHash } from 'node:crypto';
import type { Speech } from '../../../../domain/composition/format/speech.js';
import type { SourceOrigin } from '../../plan/source-uses.js';

/** What a source is fetched by. */
export interface SourceAddress {
  readonly url: string;
  /** What is spoken, if its address stands for a speech. */
  readonly speech?: Speech;
}

/** The address of a speech: a hash of everything that a client states about it. */
export const speechAddress = ({ text, voice, language, speed = 1 }: Speech): string =>
  `speech:${createHash('sha256')
    .update(JSON.stringify([text, voice ?? null, language ?? null, speed]))
    .digest('hex')}`;

/** The address of a source; undefined if it is in the document. */
export const addressOf = (from: SourceOrigin): SourceAddress | undefined => {
  switch (from._tag) {
    case 'Url':
      return { url: from.url };
    case 'Speech':
      return { url: speechAddress(from.speech), speech: from.speech };
    case 'Inline':
      return undefined;
  }
};
