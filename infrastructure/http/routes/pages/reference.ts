import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Router } from '@koa/router';
import { openApiDocument } from '../../contract/openapi.js';
import { withClasses } from '../../contract/openapi-classes.js';
import { videoSchema } from '../../contract/video-schema.js';
import { sendFile } from '../../server/send-file.js';

// The page of the API reference: Swagger UI, and a plugin that shows the code samples of the OpenAPI document.

export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Framewright API reference</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
    <style>
      .swagger-ui .wrapper { max-width: 70rem; }
      .swagger-ui .info { max-width: 50rem; }
      .swagger-ui .info p { line-height: 1.7; }
    </style>
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** The samples are text content, so nothing in them is interpreted as HTML. */
export const REFERENCE_SCRIPT = `let language = 'curl';

const CodeSamples = ({ React: { createElement: h, useState } }) => {
  const Samples = ({ samples }) => {
    const [chosen, choose] = useState(language);
    const shown = samples.find(({ label }) => label === chosen) ?? samples[0];
    return h('div', { className: 'opblock-section code-samples' },
      h('div', { className: 'opblock-section-header', role: 'group', 'aria-label': 'Example' },
        h('h4', null, 'Example'),
        samples.map(({ label }) => h('button', {
          key: label,
          type: 'button',
          className: 'btn',
          'aria-pressed': label === shown.label,
          style: { marginLeft: 8, ...(label === shown.label ? { background: '#333', color: '#fff' } : {}) },
          onClick: () => choose((language = label)),
        }, label)),
        h('button', {
          type: 'button',
          className: 'btn',
          style: { marginLeft: 8 },
          onClick: () => navigator.clipboard.writeText(shown.source),
        }, 'Copy')),
      h('pre', { className: 'microlight', tabIndex: 0, style: { margin: 20, whiteSpace: 'pre', overflow: 'auto' } },
        h('code', null, shown.source)));
  };
  return {
    wrapComponents: {
      responses: (Responses) => (props) => {
        const { specSelectors, path, method } = props;
        const samples = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples']);
        return h('div', null, samples ? h(Samples, { samples: samples.toJS() }) : null, h(Responses, props));
      },
    },
  };
};

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  plugins: [CodeSamples],
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
});
`;

const require = createRequire(import.meta.url);
// The main module of the package would evaluate all of its scripts, a third of what it takes to start this process.
const absolutePath = require('swagger-ui-dist/absolute-path.js') as () => string;

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Allows no external resources. The renderer sets inline styles and loads its icons from data: URLs. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** `/openapi.json`, the reference generated from it at `/docs`, and the JSON Schema of a video. All assets are local. */
export const referenceRoutes = (
  router: Router,
  { publicBaseUrl }: { readonly publicBaseUrl: string },
): void => {
  /** Serves JSON that the first request makes: making it at the start would take a third of a second in each process. */
  const serve = (path: string, contentOf: () => unknown): void => {
    let text: string | undefined;
    router.get(path, (ctx) => {
      text ??= JSON.stringify(contentOf());
      ctx.type = '.json';
      ctx.body = text;
    });
  };
  let made: ReturnType<typeof openApiDocument> | undefined;
  const document = () => (made ??= openApiDocument(publicBaseUrl));
  serve('/openapi.json', document);
  serve('/openapi-3.0.json', () => withClasses(document()));
  const schema = JSON.stringify(videoSchema(publicBaseUrl));
  router.get('/schema/video.json', (ctx) => {
    ctx.set('Content-Type', 'application/schema+json; charset=utf-8');
    ctx.set('Access-Control-Allow-Origin', '*'); // for editors in web pages
    ctx.body = schema;
  });
  router.get('/docs', (ctx) => {
    ctx.set('Content-Security-Policy', POLICY);
    ctx.type = '.html';
    ctx.body = REFERENCE_PAGE;
  });
  router.get('/docs/start.js', (ctx) => {
    ctx.type = '.js';
    ctx.body = REFERENCE_SCRIPT;
  });
  for (const name of ASSETS)
    router.get(`/docs/${name}`, (ctx) => sendFile(ctx, join(absolutePath(), name), 'forADay'));
};
