import { Router } from '@koa/router';
import Koa from 'koa';
import { assetProxies } from '../../../application/assets/asset-proxies.js';
import { findingNewVideos } from '../../../application/videos/current-video.js';
import { allOperations } from '../routes/all-operations.js';
import { type CrossOrigin, crossOrigin } from './cross-origin.js';
import { type Responding, responding, sendProblem } from './responding.js';
import { type PipelineDependencies, serve } from './pipeline.js';
import { healthRoutes } from '../routes/health.js';
import { publicLogRoutes } from '../routes/log/public-log.js';
import { type OutputDependencies, outputRoutes } from '../routes/renders/outputs.js';
import { referenceRoutes } from '../routes/pages/reference.js';
import { sampleFileRoutes } from '../routes/samples.js';
import { tusRoutes } from '../routes/assets/tus.js';
import { guideRoutes } from '../routes/pages/guide.js';
import { webPageRoutes } from '../routes/pages/web-pages.js';

export interface AppDependencies
  extends
    Omit<PipelineDependencies, 'proxies'>,
    Omit<OutputDependencies, 'queries' | 'permits'>,
    Pick<Responding, 'observe'> {
  readonly crossOrigin: CrossOrigin;
  /** Whether each server that the API depends on is reachable, by name. */
  readonly reachable: () => Promise<Readonly<Record<string, boolean>>>;
  /** Metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
}

/** Converts an OpenAPI path to the router's syntax: `/v1/videos/{id}` to `/v1/videos/:id`. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const notRouted =
  (router: Router): Koa.Middleware =>
  (ctx) => {
    const methods = [...new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))];
    if (methods.length === 0) return sendProblem(ctx, { _tag: 'NotFound', what: 'path' });
    const allow = [...methods, 'OPTIONS'].sort();
    if (ctx.method !== 'OPTIONS') return sendProblem(ctx, { _tag: 'MethodNotAllowed', allow });
    ctx.status = 204;
    ctx.set('Allow', allow.join(', '));
  };

/** The API as a Koa application: every endpoint of docs/reference/api.md, and health, outputs and reference. */
export const createApp = (appDependencies: AppDependencies): Koa => {
  const { queries, readModel } = appDependencies;
  const videos = findingNewVideos(queries.videos, readModel);
  const proxies = assetProxies(appDependencies.previews, appDependencies.permits.proxies);
  const dependencies = { ...appDependencies, proxies, queries: { ...queries, videos } };
  const router = new Router({ sensitive: true });
  tusRoutes(router, dependencies); // before the operations: they get the requests that are not of the protocol
  const pipeline = serve(dependencies);
  for (const operation of allOperations)
    router.register(routerPath(operation.path), [operation.method], pipeline(operation));
  healthRoutes(router, dependencies);
  outputRoutes(router, dependencies);
  publicLogRoutes(router, dependencies);
  referenceRoutes(router, dependencies);
  sampleFileRoutes(router);
  webPageRoutes(router, dependencies);
  guideRoutes(router);

  const app = new Koa();
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
      dependencies.logger.debug('a client disconnected during its response');
    else dependencies.logger.error({ err: error }, 'a response was aborted');
  });
  app.use(responding(dependencies));
  if (dependencies.crossOrigin.origins.length > 0) app.use(crossOrigin(dependencies.crossOrigin));
  app.use(router.routes());
  app.use(notRouted(router));
  return app;
};
