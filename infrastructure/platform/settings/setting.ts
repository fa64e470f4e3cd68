import * as E from 'fp-ts/lib/Either.js';
import { decodingMessage, type TextCodec } from './setting-codecs.js';

/** One setting: its environment variable, and how its text is read and written. */
export interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  readonly read: (text: string | undefined) => E.Either<string, A>;
  readonly write: (value: A) => string | undefined;
}

/** A setting that always has a value: `fallback`, in its environment form, if unset. */
export const setting = <A>(
  variable: string,
  codec: TextCodec<A>,
  fallback: string,
  meaning: string,
): Setting<A> => ({
  variable,
  meaning: `${meaning} Default: ${fallback === '' ? 'none' : fallback}.`,
  read: (text) => decodeText(codec, text ?? fallback),
  write: codec.encode,
});

export const optional = <A>(
  variable: string,
  codec: TextCodec<A>,
  meaning: string,
): Setting<A | undefined> => ({
  variable,
  meaning,
  read: (text) => (text === undefined ? E.right(undefined) : decodeText(codec, text)),
  write: (value) => (value === undefined ? undefined : codec.encode(value)),
});

const decodeText = <A>(codec: TextCodec<A>, text: string): E.Either<string, A> => {
  const result = codec.decode(text);
  return E.isLeft(result) ? E.left(decodingMessage(result)) : result;
};
