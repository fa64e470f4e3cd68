import { join } from 'node:path';
import type { Router } from '@koa/router';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { SampleRecord } from '../../../application/records/sample-record.js';
import { array } from '../../../domain/codec/containers.js';
import { SAMPLES, sampleCatalog, sampleMedia } from '../../platform/shipped-samples.js';
import { wrapped } from '../contract/pages.js';
import { ok, operation } from '../server/operation.js';
import { sendProblem } from '../server/responding.js';
import { sendFile } from '../server/send-file.js';

/** Serves the named files of a folder of the samples, and nothing else of it. */
const serveFiles = (router: Router, path: string, folder: string, names: ReadonlyArray<string>): void => {
  router.get(`${path}/:name`, (ctx) => {
    const name = ctx['params']['name'] as string;
    return names.includes(name)
      ? sendFile(ctx, join(SAMPLES, folder, name), 'forADay')
      : sendProblem(ctx, { _tag: 'NotFound', what: 'sample' });
  });
};

/** `GET /samples/{id}.webp` and `GET /samples/media/{name}`: the pictures and the media of the samples. */
export const sampleFileRoutes = (router: Router): void => {
  const pictures = sampleCatalog().map(({ id }) => `${id}.webp`);
  serveFiles(router, '/samples', 'pictures', pictures);
  serveFiles(router, '/samples/media', 'media', sampleMedia());
};

export const sampleOperation = operation('GET /v1/samples', {
  id: 'listSamples',
  summary: 'List the samples',
  description:
    'Projects to start from: send a `video` to `POST /v1/videos`. Their media are inline or come from this service. A `picture` needs no API key.',
  schema: wrapped(array(SampleRecord)),
  handle: ({ samples }) => TE.right(ok(samples())),
});
