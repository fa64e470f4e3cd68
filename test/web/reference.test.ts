import { expect } from 'chai';
import { startBrowser, type WebBrowser } from '../support/browser.js';
import { type Service, sharedService } from '../support/service.js';

describe('the API reference in a browser', function () {
  this.timeout(120_000);
  let service: Service;
  let browser: WebBrowser;
  before(async () => {
    service = await sharedService();
    browser = await startBrowser();
  });
  after(() => browser.close());

  it('shows the examples of an operation, and keeps to the chosen language', async () => {
    const { page, context, complaints } = await browser.open(service.baseUrl);
    await page.goto(`${service.baseUrl}/docs#/Videos/createVideo`);
    const shown = page.locator('.code-samples pre');
    await shown.getByText('curl -sS').waitFor();
    await page.getByRole('button', { name: 'Python' }).click();
    await shown.getByText('urllib.request.urlopen').waitFor();
    await page.goto(`${service.baseUrl}/docs#/Videos/getVideo`);
    await page.reload();
    await shown.getByText('/v1/videos/VIDEO_ID').waitFor();
    await page.getByRole('button', { name: 'TypeScript' }).click();
    await shown.getByText('framewright.videos.get').waitFor();

    expect(complaints).to.deep.equal([]);
    await context.close();
  });
});
