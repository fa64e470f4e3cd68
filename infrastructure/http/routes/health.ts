import type { Router } from '@koa/router';

interface Health {
  readonly reachable: () => Promise<Readonly<Record<string, boolean>>>;
}

/** `/healthz`: the process answers. `/readyz`: so do the servers behind it. */
export const healthRoutes = (router: Router, { reachable }: Health): void => {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const servers = await reachable();
    const ready = Object.values(servers).every(Boolean);
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ok' : 'unavailable', servers };
  });
};
