import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** Below this many characters an answer is not worth compressing. */
const WORTH_IT = 1024;

const CODINGS = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
};

/** The content coding the client likes best. */
const codingFor = (ctx: Context): keyof typeof CODINGS | undefined => {
  if (ctx.get('accept-encoding') === '') return undefined;
  const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
};

/**
 * Compresses an answer of text for a client that can take it. Its entity tag then names the coding too, since a strong
 * tag may not stand for two different sequences of bytes (RFC 9110, 8.8.3.3).
 */
export const compress = async (ctx: Context): Promise<void> => {
  if (typeof ctx.body !== 'string') return;
  ctx.vary('Accept-Encoding');
  const coding = codingFor(ctx);
  if (coding === undefined) return;
  const tag = ctx.res.getHeader('ETag');
  if (typeof tag === 'string') ctx.set('ETag', tag.replace(/"$/, `-${coding}"`));
  if (ctx.body.length < WORTH_IT) return;
  const compressed = await CODINGS[coding](ctx.body);
  ctx.set('Content-Encoding', coding);
  ctx.body = compressed;
};
