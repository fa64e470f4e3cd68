import { resolve } from 'node:path';
import type { Left } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import ipaddr from 'ipaddr.js';

/** A codec from the text of an environment variable to its value. */
export type TextCodec<A> = t.Type<A, string, string>;

/**
 * Creates a codec from a parser.
 * @param expectation completes "must be", for example "a whole number from 0 to 65535"
 * @param parse returns the value, or undefined if the text is invalid
 * @param print converts a value to text
 */
const textCodec = <A>(
  expectation: string,
  parse: (text: string) => A | undefined,
  print: (value: A) => string = String,
): TextCodec<A> =>
  new t.Type<A, string, string>(
    expectation,
    (value): value is A => value !== undefined,
    (text, context) => {
      const value = parse(text);
      return value === undefined ? t.failure(text, context, `must be ${expectation}`) : t.success(value);
    },
    print,
  );

/** A whole number between two bounds, inclusive. */
export const wholeNumber = (from: number, to: number): TextCodec<number> =>
  textCodec(`a whole number from ${from} to ${to}`, (text) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value >= from && value <= to ? value : undefined;
  });

export const oneWordOf = <Word extends string>(...words: ReadonlyArray<Word>): TextCodec<Word> =>
  textCodec(`one of ${words.join(', ')}`, (text) => words.find((word) => word === text));

/** A boolean, written `true` or `false`. */
export const yesOrNo: TextCodec<boolean> = textCodec('true or false', (text) =>
  text === 'true' ? true : text === 'false' ? false : undefined,
);

/** A text of this form, kept as written. */
const textLike = (expectation: string, form: RegExp): TextCodec<string> =>
  textCodec(expectation, (text) => (form.test(text) ? text : undefined));

/** Printable ASCII characters without spaces, such as a token or a name. */
export const printableText = textLike('printable ASCII characters without spaces', /^[!-~]{1,4096}$/);

/** A secret that cannot be guessed, if it is random. */
export const longSecret = textLike(
  'at least 32 printable ASCII characters without spaces, chosen at random',
  /^[!-~]{32,4096}$/,
);

/** The name of an account of this machine. */
export const accountName = textLike(
  'a name of an account: up to 32 lower-case letters, digits, "_" and "-", a letter or "_" first',
  /^[a-z_][a-z0-9_-]{0,31}$/,
);

/** The URL of a server with one of the given schemes (`postgres`, `nats`, ...); kept as written. */
export const serverAddress = (...schemes: ReadonlyArray<string>): TextCodec<string> =>
  textCodec(`an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, (text) =>
    schemes.some((scheme) => text.startsWith(`${scheme}://`) && text.length > scheme.length + 3)
      ? text
      : undefined,
  );

/** A path, relative to the working directory. Decodes to the absolute path. */
const pathOf = (what: string): TextCodec<string> =>
  textCodec(what, (text) => (text.includes('\0') ? undefined : resolve(text)));

export const file = pathOf('a file');
export const folder = pathOf('a folder');

export const hostToListenOn: TextCodec<string> = textCodec('a host name or an IP address', (text) =>
  isHost(text) ? text : undefined,
);

/** The base URL of the service for clients: http or https, possibly with a path. A trailing slash is removed. */
export const baseAddress: TextCodec<string> = textCodec(
  'an http:// or https:// address without credentials, query or fragment',
  (text) => {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    return isWeb && isPlain ? url.href.replace(/\/+$/, '') : undefined;
  },
);

const itemsOf = (list: string): ReadonlyArray<string> =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A comma-separated list of host names, IP addresses and CIDR ranges. Empty text is the empty list. */
export const hostList = textCodec<ReadonlyArray<string>>(
  'a comma-separated list of host names, IP addresses or CIDR ranges (10.0.0.0/8)',
  (text) => {
    const hosts = itemsOf(text);
    return hosts.every((host) => ipaddr.isValidCIDR(host) || isHost(host)) ? hosts : undefined;
  },
  (hosts) => hosts.join(','),
);

/** A comma-separated list of web origins, or `*`. */
export const originList = textCodec<ReadonlyArray<string>>(
  'a comma-separated list of origins (https://app.example.org) or *',
  (text) => {
    const origins = itemsOf(text);
    const isOrigin = (origin: string): boolean =>
      origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin);
    return origins.every(isOrigin) ? origins : undefined;
  },
  (origins) => origins.join(','),
);

/** A comma-separated list of owners with their weights, such as `studio=4, trial=1`. Empty text is the empty map. */
export const weightList = textCodec<ReadonlyMap<string, number>>(
  'a comma-separated list of owners with weights from 1 to 1000 (studio=4,trial=1), each owner once',
  (text) => {
    const entries = itemsOf(text).map(
      (entry) => /^(?<owner>[\w.@-]{1,100})\s*=\s*(?<weight>[1-9]\d{0,2}|1000)$/.exec(entry)?.groups,
    );
    const weights = new Map(
      entries.map((entry): [string, number] => [entry?.['owner'] ?? '', Number(entry?.['weight'])]),
    );
    return entries.every((entry) => entry !== undefined) && weights.size === entries.length
      ? weights
      : undefined;
  },
  (weights) => [...weights].map(([owner, weight]) => `${owner}=${weight}`).join(','),
);

/** Where objects are stored: a folder, or a bucket and what the names of its objects begin with. */
export type ObjectStoreAddress =
  | { readonly type: 'file'; readonly folder: string }
  | { readonly type: 's3'; readonly bucket: string; readonly prefix: string };

const S3_ADDRESS =
  /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[A-Za-z0-9!_.*'()/-]*))?$/;

/** `file:FOLDER`, relative to the working directory, or `s3://BUCKET/PREFIX`. */
export const objectStoreAddress = textCodec<ObjectStoreAddress>(
  'file:FOLDER or s3://BUCKET/PREFIX',
  (text) => {
    if (text.startsWith('file:') && text.length > 'file:'.length && !text.includes('\0'))
      return { type: 'file', folder: resolve(text.slice('file:'.length).replace(/^\/\/(?=\/)/, '')) };
    const { bucket, prefix = '' } = S3_ADDRESS.exec(text)?.groups ?? {};
    const path = prefix.replace(/^\/+|\/+$/g, '');
    return bucket === undefined ? undefined : { type: 's3', bucket, prefix: path === '' ? '' : `${path}/` };
  },
  (store) => (store.type === 'file' ? `file:${store.folder}` : `s3://${store.bucket}/${store.prefix}`),
);

const isHost = (text: string): boolean =>
  ipaddr.isValid(text) ||
  (text.length <= 253 && text.split('.').every((label) => /^[a-z0-9_][a-z0-9_-]{0,62}$/i.test(label)));

/** The message of a failed decoding by a `textCodec`. */
export const decodingMessage = (result: Left<t.Errors>): string =>
  result.left.map((error) => error.message ?? 'is not valid').join('; ');
