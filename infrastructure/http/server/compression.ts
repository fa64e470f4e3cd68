import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** The minimum length of a compressed response, in characters. */
const MIN_LENGTH = 1024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

const CODINGS = {
  br: {
    whole: (text: string) => promisify(brotliCompress)(text, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: { whole: (text: string) => promisify(gzip)(text, GZIP), stream: () => createGzip(GZIP) },
};

/** The content coding the client prefers. */
const codingFor = (ctx: Context): keyof typeof CODINGS | undefined => {
  if (ctx.get('accept-encoding') === '') return undefined;
  const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
};

/** Whether the response is text. Streamed responses are JSON, except for files. */
const isText = (ctx: Context): boolean =>
  typeof ctx.body === 'string' || (ctx.body instanceof Readable && ctx.type === 'application/json');

/**
 * Compresses a text response if the client accepts it. The entity tag then includes the coding, because a strong tag
 * must not identify two different byte sequences (RFC 9110, 8.8.3.3).
 */
export const compress = async (ctx: Context): Promise<void> => {
  if (!isText(ctx)) return;
  ctx.vary('Accept-Encoding');
  const coding = codingFor(ctx);
  if (coding === undefined) return;
  const tag = ctx.res.getHeader('ETag');
  if (typeof tag === 'string') ctx.set('ETag', tag.replace(/"$/, `-${coding}"`));
  const body: unknown = ctx.body;
  if (typeof body === 'string' && body.length < MIN_LENGTH) return;
  const { whole, stream } = CODINGS[coding];
  if (typeof body === 'string') ctx.body = await whole(body);
  // The reader of the pipeline gets its errors, so the callback ignores them. For HEAD, nothing is read.
  else if (ctx.method !== 'HEAD') ctx.body = pipeline(body as Readable, stream(), () => undefined);
  ctx.set('Content-Encoding', coding);
};
