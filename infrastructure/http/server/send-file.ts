import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context } from 'koa';

/** How clients cache a file. `always`: its name contains a hash of its content. `unlessChanged`: they revalidate it. */
const CACHED = {
  always: 'public, max-age=31536000, immutable',
  forADay: 'public, max-age=86400',
  unlessChanged: 'no-cache',
} as const;

/** Files that are sent as text, so that they are compressed for clients that accept it. */
const TEXTS = new Set(['.css', '.js', '.json', '.md', '.svg']);

/** Sends a file of the package, with the media type of its extension. */
export const sendFile = async (ctx: Context, path: string, cached: keyof typeof CACHED): Promise<void> => {
  ctx.set('Cache-Control', CACHED[cached]);
  ctx.type = extname(path);
  ctx.body = TEXTS.has(extname(path)) ? await readFile(path, 'utf8') : createReadStream(path);
};
