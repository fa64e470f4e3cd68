import { expect } from 'chai';
import { accessibilityProblems, startBrowser, type WebBrowser } from '../support/browser.js';
import { type Service, startService } from '../support/service.js';

describe('the dashboard', function () {
  this.timeout(120_000);
  let service: Service;
  let browser: WebBrowser;
  before(async () => {
    service = await startService();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  it('leads from an API key to a video, its editor and its render', async () => {
    const key = await service.issueKey('newcomer');
    const { page, context, complaints } = await browser.open(service.baseUrl);
    await page.goto(`${service.baseUrl}/dashboard`);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByLabel('API key').fill('fw_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This API key is not valid').waitFor();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByText('New video').click();
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('The render is queued').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Renders' }).click();
    await page.getByRole('cell', { name: 'pending' }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await page.reload();
    await page.getByRole('link', { name: 'My first video' }).click();
    await page.getByRole('heading', { name: 'My first video' }).waitFor();
    expect(page.url()).to.not.include('fw_');
    expect(await page.evaluate('JSON.stringify(localStorage)')).to.not.include(key);
    expect(complaints.filter((text) => !/\b401\b|\/(v1\/frames\?|favicon\.ico)/.test(text))).to.deep.equal(
      [],
    );
    await context.close();
  });

  it('shows an endpoint and its secret once it is registered, and forgets the key on signing out', async () => {
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(`${service.baseUrl}/dashboard`);
    await page.getByLabel('API key').fill(await service.issueKey('subscriber'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Webhooks' }).click();
    await page.getByLabel('Address').fill('https://hooks.example.org/x');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Signing secret, shown only once').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('(paused)').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await context.close();
  });
});
