import { expect } from 'chai';
import { BLUE, signedIn } from '../support/dashboard.js';
import { type EditorUnderTest, editorUnderTest } from '../support/editor.js';

describe('the renders in the dashboard', function () {
  this.timeout(120_000);
  let editor: EditorUnderTest;
  before(async () => {
    editor = await editorUnderTest();
  });

  it('cancels a render that is not over', async () => {
    const { page, context, api, section } = await signedIn(editor, 'canceller');
    const { _id } = (await api('POST', '/v1/videos', { body: BLUE })).body.data;
    const { data: render } = (await api('POST', `/v1/renders/${_id}`, { body: {} })).body;
    await section('Renders');
    await page.getByRole('progressbar', { name: /^Progress of the render/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('cell', { name: 'cancelled', exact: true }).waitFor();
    expect((await api('GET', `/v1/renders/${render._id}`)).body.data.status).to.equal('cancelled');
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).to.equal(0);
    expect(await page.getByRole('progressbar').count()).to.equal(0);
    await context.close();
  });
});
