import { expect } from 'chai';
import { issueApiKey, revokeApiKey } from '../../application/api-keys/api-keys.js';
import { API_KEY_SCOPES } from '../../domain/api-key/events.js';
import type { OwnerId } from '../../domain/ids.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { BLUE, signedIn, signedInWith } from '../support/web/dashboard.js';
import { editorForSuite } from '../support/web/editor.js';
import { rightOf } from '../support/right-of.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/service/http-client.js';

const ADMIN = { actor: { type: 'admin' }, requestId: 'test' } as const;

describe('API keys in the dashboard', () => {
  const editor = editorForSuite();

  it('lead back to signing in when they are revoked', async () => {
    const { service } = editor;
    const { keyId, key } = rightOf(
      await issueApiKey(service.dependencies)({ ownerId: 'leaver' as OwnerId, limits: {} }, ADMIN)(),
    );
    const { page, api, section } = await signedInWith(editor, key);
    rightOf(await revokeApiKey(service.dependencies)(keyId, ADMIN)());
    // The service knows the key for another moment.
    await eventually(async () => expect((await api('GET', '/v1/renders/search')).status).to.equal(401));
    await section('Renders');
    await page.getByRole('alert').getByText('The API key is no longer valid.').waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).to.not.include(key);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
  });

  it('are issued with the scopes and limits that somebody chooses, shown once, and revoked', async () => {
    const { service } = editor;
    const manager = await service.issueKey('manager', { hour: 900 }, API_KEY_SCOPES);
    const { page, complaints, section } = await signedInWith(editor, manager);
    await section('API keys');
    await page
      .getByRole('row', { name: /From the operator \(this one\).*Manage keys.*900 per hour/ })
      .waitFor();
    await page.getByLabel('Name').fill('Nightly renders');
    await page.getByRole('checkbox', { name: 'Render' }).check();
    await page.getByLabel('Requests per hour').fill('1000');
    await page.getByRole('button', { name: 'Issue key' }).click();
    await page.getByLabel('Requests per hour').and(page.locator(':invalid')).waitFor();
    await page.getByLabel('Requests per hour').fill('40');
    await page.getByRole('button', { name: 'Issue key' }).click();
    const note = page.getByRole('status').filter({ hasText: 'API key “Nightly renders”, shown only once' });
    const key = await note.locator('code').innerText();
    const issued = page.getByRole('row', { name: /Nightly renders Read, Render 40 per hour/ });
    await issued.waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'Issue key' }).boundingBox()) ?? {};
    expect([x >= 0, x + width <= 390, width > 0]).to.deep.equal([true, true, true]);

    const api = apiClient(service.baseUrl, key);
    expect((await api('GET', '/v1/videos')).status).to.equal(200);
    expect((await api('POST', '/v1/videos', { body: BLUE })).status).to.equal(403);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await note.waitFor({ state: 'detached' });
    await issued.getByRole('button', { name: 'Revoke' }).click();
    await issued.getByRole('button', { name: 'Remove for good' }).click();
    await issued.waitFor({ state: 'detached' });
    await eventually(async () => expect((await api('GET', '/v1/videos')).status).to.equal(401));
    expect(complaints).to.deep.equal([]);
  });

  it('without the scope for it say who issues others', async () => {
    const { page, section } = await signedIn(editor, 'no-manager');
    await section('API keys');
    await page.getByText('This API key cannot issue others.').waitFor();
    expect(await page.getByRole('button', { name: /Issue key|Revoke/ }).count()).to.equal(0);
  });

  it('show nothing that was read with another key', async () => {
    const { page, api } = await signedIn(editor, 'first-owner');
    await api('POST', '/v1/videos', { body: BLUE });
    await page.reload();
    await page.getByRole('link', { name: 'Plain' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const other = await editor.service.issueKey('second-owner');
    // The list of the other owner does not arrive.
    await page.route('**/v1/videos?page=*', () => undefined);
    await page.getByLabel('API key').fill(other);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Videos' }).waitFor();
    expect(await page.getByRole('link', { name: 'Plain' }).count()).to.equal(0);
  });

  it('of few requests a minute suffice for what somebody does, and say when they are used up', async () => {
    const api = apiClient(editor.service.baseUrl, await editor.service.issueKey('frugal'));
    for (let count = 0; count < 12; count += 1) await api('POST', '/v1/videos', { body: BLUE });
    const { page, section } = await signedIn(editor, 'frugal', { minute: 12 });
    let refused = 0;
    page.on('response', (response) => {
      if (response.status() === 429) refused += 1;
    });
    await page.getByAltText('Picture of Plain').first().waitFor();
    await section('Renders');
    await page.getByText('No renders yet').waitFor();
    await section('Webhooks');
    await page.getByText('No endpoints yet').waitFor();
    expect(refused).to.equal(0);
    await section('Usage');
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const notice = page.getByText('This API key has used its 12 requests of this minute.');
    for (let count = 0; count < 12 && !(await notice.isVisible()); count += 1) {
      await section('Webhooks');
      await section('Usage');
      await refresh.or(notice).first().waitFor();
    }
    await notice.waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
  });
});
