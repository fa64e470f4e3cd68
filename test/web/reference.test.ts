import { expect } from 'chai';
import { LONG } from '../support/long-form.js';
import { editorForSuite } from '../support/web/editor.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The document with these paths only, and the components that they name. */
const excerptOf = ({ paths, components, ...texts }: OpenApi, kept: ReadonlyArray<string>): OpenApi => {
  const excerpt = {
    ...texts,
    paths: Object.fromEntries(kept.map((path) => [path, paths[path] ?? {}])),
    components: { securitySchemes: components['securitySchemes'] ?? {} } as Record<
      string,
      Record<string, unknown>
    >,
  };
  const add = (node: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(node).matchAll(
      /"#\/components\/(\w+)\/([\w-]+)"/g,
    )) {
      const known = (excerpt.components[kind] ??= {});
      if (name in known) continue;
      known[name] = components[kind]?.[name];
      add(known[name]);
    }
  };
  add(excerpt.paths);
  return excerpt;
};

describe('the API reference in a browser', () => {
  const editor = editorForSuite();

  it('shows the examples of an operation, and keeps to the chosen language', async () => {
    const { service, browser } = editor;
    const { page, complaints } = await browser.open(service.baseUrl);
    // Swagger UI reads the whole document first: beside other tests, that took more than three minutes.
    if (!LONG)
      await page.route('**/openapi.json', async (route) => {
        const document = (await (await route.fetch()).json()) as OpenApi;
        await route.fulfill({ json: excerptOf(document, ['/v1/webhooks', '/v1/webhooks/{id}']) });
      });
    page.setDefaultTimeout(160_000);
    await page.goto(`${service.baseUrl}/docs#/Webhooks/createWebhook`);
    const shown = page.locator('.code-samples pre');
    await shown.getByText('curl -sS').waitFor();
    await page.getByRole('button', { name: 'Python' }).click();
    await shown.getByText('urllib.request.urlopen').waitFor();
    const other = page.locator('#operations-Webhooks-getWebhook');
    await other.locator('.opblock-summary-control').click();
    const otherShown = other.locator('.code-samples pre');
    await otherShown.filter({ hasText: '/v1/webhooks/WEBHOOK_ID' }).waitFor();
    await otherShown.getByText('urllib.request').first().waitFor();
    await other.getByRole('button', { name: 'TypeScript' }).click();
    await otherShown.getByText('framewright.api.').waitFor();

    expect(complaints).to.deep.equal([]);
  });
});
