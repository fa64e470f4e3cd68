import { expect } from 'chai';
import { editorForSuite } from '../support/web/editor.js';

describe('the API reference in a browser', () => {
  const editor = editorForSuite();

  it('shows the examples of an operation, and keeps to the chosen language', async () => {
    const { service, browser } = editor;
    const { page, complaints } = await browser.open(service.baseUrl);
    // Swagger UI draws all operations first.
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
