import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** Below this many characters an answer is not worth compressing. */
const WORTH_IT = 1024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

const CODINGS = {
  br: {
    whole: (text: string) => promisify(brotliCompress)(text, BROTLI),
    asItComes: () => createBrotliCompress(BROTLI),
  },
  gzip: { whole: (text: string) => promisify(gzip)(text, GZIP), asItComes: () => createGzip(GZIP) },
};

/** The content coding the client likes best. */
const codingFor = (ctx: Context): keyof typeof CODINGS | undefined => {
  if (ctx.get('accept-encoding') === '') return undefined;
  const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
};

/** Answers that come as they are read are large, except for files, which are no text. */
const isText = (ctx: Context): boolean =>
  typeof ctx.body === 'string' || (ctx.body instanceof Readable && ctx.type === 'application/json');

/**
 * Compresses an answer of text for a client that can take it. Its entity tag then names the coding too, since a strong
 * tag may not stand for two different sequences of bytes (RFC 9110, 8.8.3.3).
 */
export const compress = async (ctx: Context): Promise<void> => {
  if (!isText(ctx)) return;
  ctx.vary('Accept-Encoding');
  const coding = codingFor(ctx);
  if (coding === undefined) return;
  const tag = ctx.res.getHeader('ETag');
  if (typeof tag === 'string') ctx.set('ETag', tag.replace(/"$/, `-${coding}"`));
  const body: unknown = ctx.body;
  if (typeof body === 'string' && body.length < WORTH_IT) return;
  const { whole, asItComes } = CODINGS[coding];
  if (typeof body === 'string') ctx.body = await whole(body);
  // Whoever reads the end of a pipeline hears of its faults; nothing is read for HEAD.
  else if (ctx.method !== 'HEAD') ctx.body = pipeline(body as Readable, asItComes(), () => undefined);
  ctx.set('Content-Encoding', coding);
};
