import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import Koa from 'koa';
import {
  type OutputDependencies,
  outputRoutes,
} from '../../../infrastructure/http/routes/renders/outputs.js';
import { apiResources } from '../../../infrastructure/http/server/request-permits.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { RETENTION_DAYS } from './service-app.js';
import type { Service } from './service.js';

/** Serves the outputs of a service on a port of their own, with some dependencies replaced. */
export const outputServer = async (
  { objectStorage, queries }: Service,
  replaced: Partial<OutputDependencies>,
) => {
  const router = new Router();
  outputRoutes(router, {
    objectStorage,
    outputUrls: 'proxy',
    retentionDays: RETENTION_DAYS,
    clock: systemClock,
    queries,
    permits: apiResources(),
    ...replaced,
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
};
