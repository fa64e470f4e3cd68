import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { Context } from 'koa';

/** How clients cache a file. `always`: its name contains a hash of its content. `unlessChanged`: they revalidate it. */
const CACHED = {
  always: 'public, max-age=31536000, immutable',
  forADay: 'public, max-age=86400',
  unlessChanged: 'no-cache',
} as const;

/** Sends a file of the package, with the media type of its extension. */
export const sendFile = (ctx: Context, path: string, cached: keyof typeof CACHED): void => {
  ctx.set('Cache-Control', CACHED[cached]);
  ctx.type = extname(path);
  ctx.body = createReadStream(path);
};
