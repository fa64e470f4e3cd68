import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { Context } from 'koa';

/** How long clients keep a file: as long as they like, because its name follows from its content; a day; or not at all. */
const CACHED = {
  always: 'public, max-age=31536000, immutable',
  forADay: 'public, max-age=86400',
  unlessChanged: 'no-cache',
} as const;

/** Sends a file of the package, with the type that its name tells. */
export const sendFile = (ctx: Context, path: string, cached: keyof typeof CACHED): void => {
  ctx.set('Cache-Control', CACHED[cached]);
  ctx.type = extname(path);
  ctx.body = createReadStream(path);
};
