import { expect } from 'chai';
import { BLUE, signedIn } from '../support/web/dashboard.js';
import { editorForSuite } from '../support/web/editor.js';

describe('the renders in the dashboard', () => {
  const editor = editorForSuite();

  it('cancels a render that is not over, names the clip that made one fail, and says what to do about it', async () => {
    const { page, api, section } = await signedIn(editor, 'failing');
    const rendered = async (clips: ReadonlyArray<object>) => {
      const { _id } = (await api('POST', '/v1/videos', { body: { ...BLUE, clips } })).body.data;
      return (await api('POST', `/v1/renders/${_id}`, { body: {} })).body.data._id;
    };
    const cancelled = await rendered([]);
    await section('Renders');
    await page.getByRole('progressbar', { name: /^Progress of the render/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('cell', { name: 'Cancelled', exact: true }).waitFor();
    expect((await api('GET', `/v1/renders/${cancelled}`)).body.data.status).to.equal('cancelled');
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).to.equal(0);
    expect(await page.getByRole('progressbar').count()).to.equal(0);

    const missing = {
      type: 'image',
      source: 'https://example.invalid/missing.png',
      timeFrame: { start: 0, end: 400 },
      size: { width: 10, height: 10 },
    };
    await editor.work(await rendered([missing]));
    await section('Videos');
    await section('Renders');
    await page.getByRole('cell', { name: 'Failed', exact: true }).waitFor();
    await page.getByText(/^missing\.png: .*stage: download/).waitFor();
    await page.getByRole('button', { name: 'What can I do?' }).click();
    const advice = page.getByRole('list', { name: 'Advice' }).getByRole('listitem');
    await advice.filter({ hasText: 'missing.png: ' }).waitFor();
  });
});
