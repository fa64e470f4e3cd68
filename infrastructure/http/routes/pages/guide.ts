import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { packageRoot } from '../../../platform/package-root.js';
import { sendProblem } from '../../server/responding.js';
import { sendFile } from '../../server/send-file.js';

/** The site that `npm run docs` builds. */
const SITE = join(packageRoot, 'dist-guide');
/** The Markdown sources of the site, served if it is not built. */
const SOURCES = join(packageRoot, 'docs');

/** No segment is empty or begins with a dot, so that the path stays in the folder. */
const SAFE_PATH = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/;

/** The policy of a page: resources of this service, and its own inline scripts, by hash. Inline styles colour code. */
const policyOf = (page: string): string => {
  const inline = [...page.matchAll(/<script(?: id="[\w-]+")?>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const sendPage = async (ctx: Context, file: string): Promise<void> => {
  const page = await readFile(file, 'utf8');
  ctx.set('Content-Security-Policy', policyOf(page));
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.body = page;
};

/**
 * `/guide`: the site that `npm run docs` builds, or its Markdown sources if it is not built.
 * @param site the folder of the build
 */
export const guideRoutes = (router: Router, site = SITE): void => {
  router.get('/guide{/*path}', async (ctx) => {
    const path = (ctx.params as { readonly path?: string }).path ?? '';
    const page = path === '' || path.endsWith('/') ? `${path}index` : path.replace(/\.(?:html|md)$/, '');
    if (!SAFE_PATH.test(page)) return sendProblem(ctx, { _tag: 'NotFound', what: 'page' });
    if (await isFile(join(site, `${page}.html`))) return sendPage(ctx, join(site, `${page}.html`));
    if (extname(page) !== '' && (await isFile(join(site, page))))
      return sendFile(ctx, join(site, page), page.startsWith('assets/') ? 'always' : 'unlessChanged');
    const source = join(SOURCES, `${page}.md`);
    return (await isFile(source))
      ? sendFile(ctx, source, 'unlessChanged')
      : sendProblem(ctx, { _tag: 'NotFound', what: 'page' });
  });
};
