import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Router } from '@koa/router';
import { openApiDocument } from '../contract/openapi.js';
import { videoSchema } from '../contract/video-schema.js';

const require = createRequire(import.meta.url);
const { absolutePath } = require('swagger-ui-dist') as { absolutePath: () => string };

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Framewright API reference</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
});
`;

/** Allows no external resources. The renderer sets inline styles and loads its icons from data: URLs. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** `/openapi.json`, the JSON Schema of a video, and a readable reference generated from it at `/docs`. All assets are served locally. */
export const referenceRoutes = (
  router: Router,
  { publicBaseUrl }: { readonly publicBaseUrl: string },
): void => {
  const description = JSON.stringify(openApiDocument(publicBaseUrl));
  router.get('/openapi.json', (ctx) => {
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = description;
  });
  const schema = JSON.stringify(videoSchema(publicBaseUrl));
  router.get('/schema/video.json', (ctx) => {
    ctx.set('Content-Type', 'application/schema+json; charset=utf-8');
    ctx.set('Access-Control-Allow-Origin', '*'); // for editors in web pages
    ctx.body = schema;
  });
  router.get('/docs', (ctx) => {
    ctx.set('Content-Security-Policy', POLICY);
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = PAGE;
  });
  router.get('/docs/start.js', (ctx) => {
    ctx.set('Content-Type', 'text/javascript; charset=utf-8');
    ctx.body = START;
  });
  for (const [name, type] of Object.entries(ASSETS))
    router.get(`/docs/${name}`, (ctx) => {
      ctx.set('Content-Type', type);
      ctx.set('Cache-Control', 'public, max-age=86400');
      ctx.body = createReadStream(join(absolutePath(), name));
    });
};
