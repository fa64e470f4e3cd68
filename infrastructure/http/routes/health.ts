import type { Router } from '@koa/router';

interface Health {
  readonly reachable: () => Promise<Readonly<Record<string, boolean>>>;
  readonly metrics: () => Promise<string>;
}

/**
 * `/healthz`: the process can answer. `/readyz`: the servers it depends on are reachable, and the stored history is not
 * known to differ from the log, and the disk has space; with `?for=reads`, the latter two are left out: reads come from
 * read models that were built before. `/metrics`: Prometheus metrics.
 */
export const healthRoutes = (router: Router, { reachable, metrics }: Health): void => {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const all = await reachable();
    const { history: _, disk: __, ...others } = all;
    const servers = ctx.query['for'] === 'reads' ? others : all;
    const ready = Object.values(servers).every(Boolean);
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ok' : 'unavailable', servers };
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8';
    ctx.body = await metrics();
  });
};
