import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { packageRoot } from '../../../platform/package-root.js';
import { sendProblem } from '../../server/responding.js';
import type { OutputDependencies } from '../renders/outputs.js';
import { sendFile } from '../../server/send-file.js';

const BUILD = join(packageRoot, 'dist-web');

type Outputs = Pick<OutputDependencies, 'objectStorage' | 'outputUrls'>;

/** The origin that serves outputs, after a space, if it is not this service: ` https://bucket.example.com`. */
const outputOrigin = async ({ objectStorage, outputUrls }: Outputs): Promise<string> => {
  if (outputUrls === 'proxy') return '';
  const signed = await objectStorage.signedUrl('any', 1)();
  return E.isRight(signed) && O.isSome(signed.right) ? ` ${new URL(signed.right.value).origin}` : '';
};

/**
 * Allows resources of this service and outputs in the object storage; no inline code and no frames. Pictures, sounds
 * and workers that a page made have `blob:` URLs: the decoder of videos with transparency makes such a worker.
 */
const policyWith = (mediaOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self'",
    "img-src 'self' blob:",
    `media-src 'self' blob:${mediaOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NOT_BUILT = 'The web pages are not built. Run "npm run build".\n';

const PAGES = {
  '/editor/:videoId': 'editor.html',
  '/view/:videoId': 'view.html',
  '/dashboard': 'dashboard.html',
};

/**
 * The dashboard (`/` redirects to it), the editor at `/editor/{videoId}`, the page for viewing at `/view/{videoId}`, and
 * their assets at `/web/assets/`. The pages are the same for every video: the token is in the fragment of the link, which
 * browsers do not send.
 */
export const webPageRoutes = (router: Router, outputs: Outputs): void => {
  for (const [path, file] of Object.entries(PAGES))
    router.get(path, async (ctx) => {
      const page = await readFile(join(BUILD, file)).catch(() => undefined);
      ctx.set('Cache-Control', 'no-cache');
      ctx.set('Content-Security-Policy', policyWith(await outputOrigin(outputs)));
      ctx.set('Referrer-Policy', 'no-referrer');
      ctx.set('Content-Type', page ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8');
      ctx.status = page ? 200 : 503;
      ctx.body = page ?? NOT_BUILT;
    });
  router.get('/', (ctx) => ctx.redirect('/dashboard'));
  router.get('/web/assets/:name', async (ctx) => {
    const name = ctx['params']['name'] as string;
    // Only names that the build made: nothing else is opened.
    const names = await readdir(join(BUILD, 'assets')).catch((): ReadonlyArray<string> => []);
    if (!names.includes(name)) return sendProblem(ctx, { _tag: 'NotFound', what: 'path' });
    return sendFile(ctx, join(BUILD, 'assets', name), 'always');
  });
};
