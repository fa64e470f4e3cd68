import canonicalize from 'canonicalize';
import type { components } from '../../../clients/typescript/core/client.js';
import { hashedForm } from '../../../domain/hashed-event.js';
import { t } from '../words/words.js';

export type RecordedEvent = components['schemas']['RecordedEvent'];

/** The result of verifying the events of a stream. */
export type Verification =
  | { readonly _tag: 'Whole'; readonly events: number; readonly hash: string }
  | { readonly _tag: 'Broken'; readonly revision: number; readonly what: string };

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256 = async (text: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/**
 * Verifies the hash chain of all events of a stream in this browser: the hash of each event matches its content, and each
 * event states the hash of the previous one.
 * @param events all of the stream, oldest first
 */
export const verifyEvents = async (events: ReadonlyArray<RecordedEvent>): Promise<Verification> => {
  let previous = '';
  for (const [index, { id, stream, revision, type, data, metadata }] of events.entries()) {
    const broken = (what: string): Verification => ({ _tag: 'Broken', revision, what });
    const { hash, ...covered } = metadata;
    if (revision !== index) return broken(t('an event before it is missing'));
    if (covered['previousHash'] !== previous) return broken(t('it does not follow the event before it'));
    const form = hashedForm({
      id,
      stream,
      revision: BigInt(revision),
      event: { type, data },
      metadata: covered,
    });
    if (hash !== (await sha256(canonicalize(form) ?? ''))) return broken(t('its content was changed'));
    previous = hash;
  }
  return { _tag: 'Whole', events: events.length, hash: previous };
};
