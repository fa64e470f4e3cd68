import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { Context } from 'koa';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
};

const A_YEAR = 365 * 24 * 3600;

/**
 * Sends a file that a page loads from its build.
 * @param neverChanges whether the build named it by its content
 */
export const sendBuiltFile = (ctx: Context, path: string, neverChanges: boolean): void => {
  ctx.set('Cache-Control', neverChanges ? `public, max-age=${A_YEAR}, immutable` : 'no-cache');
  ctx.set('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
  ctx.body = createReadStream(path);
};
