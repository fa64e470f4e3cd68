import { expect } from 'chai';
import { editorForSuite } from '../support/web/editor.js';

describe('the profile of a browser that tests share', () => {
  const editor = editorForSuite();

  it('is not used again after a test has set its clock', async () => {
    const { browser, service } = editor;
    const { page, context } = await browser.open(service.baseUrl);
    await page.clock.setFixedTime(0);
    await browser.closePages();
    const next = await browser.open(service.baseUrl);
    expect(next.context).not.to.equal(context);
    expect(await next.page.evaluate('Date.now()')).to.be.above(0);
  });
});
