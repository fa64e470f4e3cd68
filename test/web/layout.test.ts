import { expect } from 'chai';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor, showPanel, TWO_TEXTS } from '../support/web/editor.js';
import { boxOf } from '../support/web/hand.js';

describe('the layout of the editor', () => {
  const editor = editorForSuite();

  it('has the panels at the left of a wide window, while the fields of a clip stay in sight', async () => {
    const { page } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await page.setViewportSize({ width: 1500, height: 900 });
    await page.locator('.bar-clip').first().focus();
    const fields = page.getByRole('complementary', { name: 'Properties' });
    await fields.getByLabel('Content').waitFor();
    await showPanel(page, 'Text');
    const panel = page.getByRole('tabpanel', { name: 'Text' });
    const [left, stage, right] = await Promise.all([panel, page.locator('.stage'), fields].map(boxOf));
    expect(left!.x + left!.width).to.be.at.most(stage!.x);
    expect(stage!.x + stage!.width).to.be.at.most(right!.x);
    await fields.getByLabel('Content').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await showPanel(page, 'Text'); // once more closes it
    await panel.waitFor({ state: 'detached' });
    expect((await boxOf(page.locator('.stage'))).width).to.be.above(stage!.width);
  });

  it('shows a track at 200 % zoom, and says in words which stored field is refused now', async () => {
    const { page } = await editor.browser.open(editor.service.baseUrl);
    await page.setViewportSize({ width: 720, height: 450 });
    const [text] = TWO_TEXTS.clips;
    const list = { type: 'group', id: 'list', forEach: '{{items}}', timeFrame: { end: 4000 }, clips: [text] };
    const variables = { items: { type: 'list', default: ['a'] } };
    const video = await editor.stored({ ...TWO_TEXTS, variables, clips: [list] });
    await page.route(`**/v1/videos/${video.id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const body = (await response.text()).replace('"{{items}}"', '"items"'); // as earlier releases stored it
      await route.fulfill({ response, body });
    });
    await page.goto(video.link);
    const bar = page.locator('.bar-clip').first();
    const [shown, strip] = [await boxOf(bar), await boxOf(page.getByRole('tablist', { name: 'Panels' }))];
    expect(strip.y - shown.y).to.be.at.least(20);
    await bar.focus();
    await page.keyboard.press('Control+d');
    await page.getByText(/^Not saved: Repeat for each of .*“Group” must be a variable with a list/).waitFor();
  });

  it('reaches every panel in a low window, and has one row at the top and its own keys, in German', async () => {
    const { page } = await editor.browser.open(editor.service.baseUrl, 'de-DE');
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.goto((await editor.stored(TWO_TEXTS)).link);
    await showPanel(page, 'JSON');
    await page.getByRole('tabpanel', { name: 'JSON' }).waitFor();
    const [name, end] = [
      page.getByRole('heading', { name: 'Opening' }),
      { name: 'Exportieren', exact: true },
    ];
    const [left, right] = await Promise.all([name, page.getByRole('button', end)].map(boxOf));
    expect(right!.y).to.be.at.most(left!.y + left!.height);
    await page.locator('[data-tip$="Strg + G"]').waitFor();
  });

  it('has an icon strip on a phone, whose panels are sheets that leave the stage in sight', async () => {
    const { page } = await editor.browser.open(editor.service.baseUrl);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto((await editor.stored(TWO_TEXTS)).link);
    await page.locator('.bar-clip').first().click();
    await showPanel(page, 'Edit');
    const sheet = page.getByRole('tabpanel', { name: 'Edit' });
    await sheet.getByLabel('Content').fill('Typed on a phone');
    const [over, stage, strip] = await Promise.all(
      [sheet, page.locator('.stage'), page.getByRole('tablist', { name: 'Panels' })].map(boxOf),
    );
    expect(over!.y).to.be.at.least(stage!.y + stage!.height);
    expect(strip!.y + strip!.height).to.be.at.most(844);
    expect(await page.evaluate('document.documentElement.scrollHeight'), 'nothing to scroll to').to.equal(
      844,
    );
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await showPanel(page, 'Edit');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('slider', { name: /^Time/ }).click();
  });

  it('keeps Play and a row of clips in a low window: a laptop at 200 % zoom, a phone on its side', async () => {
    const { page } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    const strip = page.getByRole('tablist', { name: 'Panels' });
    for (const [width, height] of [
      [720, 450],
      [844, 390],
      [640, 400],
      [932, 430],
    ] as const) {
      await page.setViewportSize({ width, height });
      const size = `${width}×${height}`;
      await page.evaluate('scrollTo(0, 0)');
      const play = await boxOf(page.getByRole('button', { name: 'Play', exact: true }));
      expect(play.y + play.height, size).to.be.at.most(width < 900 ? (await boxOf(strip)).y : height);
      await page.locator('.bar-clip').first().click();
      const [tracks, clip] = await Promise.all(
        ['.tracks', '.bar-clip'].map((of) => boxOf(page.locator(of).first())),
      );
      expect(clip!.y + clip!.height, size).to.be.at.most(tracks!.y + tracks!.height);
      expect(tracks!.height, size).to.be.at.least(24 + clip!.height);
      const { y, height: high } = await boxOf(strip);
      if (width < 900) expect(y + high, size).to.be.closeTo(height, 1);
    }
  });
});
