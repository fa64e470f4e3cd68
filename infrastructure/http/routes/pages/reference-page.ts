// The page of the API reference: Swagger UI, and a plugin that shows the code samples of the OpenAPI document.

export const REFERENCE_PAGE = `<!doctype html>
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
