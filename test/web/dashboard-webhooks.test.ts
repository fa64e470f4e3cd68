import { expect } from 'chai';
import { accessibilityProblems } from '../support/web/browser.js';
import { signedIn } from '../support/web/dashboard.js';
import { editorForSuite } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';
import { startDelivering } from '../support/webhooks/delivering.js';
import { startReceiver } from '../support/webhooks/receiver.js';

describe('webhooks in the dashboard', () => {
  const editor = editorForSuite();

  it('registers, tests, pauses, rotates and removes an endpoint, and forgets the key on signing out', async () => {
    const { page, section } = await signedIn(editor, 'subscriber');
    await section('Webhooks');
    await page.getByLabel('Address').fill('https://hooks.example.org/x');
    await page.getByRole('button', { name: 'Register' }).click();
    const secret = page.getByText('Signing secret of https://hooks.example.org/x');
    await secret.waitFor();
    await page.getByRole('button', { name: 'Renders' }).click();
    await page.getByRole('heading', { name: 'Renders' }).waitFor();
    await page.getByRole('button', { name: 'Webhooks' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await secret.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/^webhook\.test, .*: waiting/).waitFor();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByText('is made with both secrets until').waitFor();
    await section('Renders');
    await section('Webhooks');
    await secret.waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('listitem').getByText('paused', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('sends a delivered event again, with the same body', async () => {
    const { page, section, api } = await signedIn(editor, 'redelivery');
    const receiver = await startReceiver();
    const stopDelivering = startDelivering(editor.service);
    await api('POST', '/v1/webhooks', { body: { url: receiver.url } });
    await section('Webhooks');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/^webhook\.test, .*: delivered/).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await receiver.until(2);
    await eventually(async () => expect(await page.getByText('status 200').count()).to.equal(2));
    const [first, again] = receiver.received;
    expect(again?.body).to.deep.equal(first?.body);
    await stopDelivering();
    await receiver.close();
  });
});
