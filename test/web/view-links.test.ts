import { expect } from 'chai';
import { sha256 } from '../../application/commands/hash-chain.js';
import type { VideoId } from '../../domain/ids.js';
import { videoLinks } from '../../infrastructure/http/server/video-links.js';
import { accessibilityProblems } from '../support/web/browser.js';
import {
  type EditorUnderTest,
  editorUnderTest,
  openEditor,
  showPanel,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { SERVICE_KEY } from '../support/service/service-app.js';

describe('links for viewing, in the editor', function () {
  this.timeout(120_000);
  let editor: EditorUnderTest;
  before(async () => {
    editor = await editorUnderTest();
  });

  it('show the stage, the timeline, the fields and the versions, and change nothing', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const linked = await editor.linked(video, { access: 'view', expiresInSeconds: 3600 });
    const { page, context, complaints } = await editor.browser.open(editor.service.baseUrl);
    const sent = new Set<string>();
    page.on('request', (request) => sent.add(request.method()));
    await page.goto(linked.link);
    await page.getByText('View only').waitFor();
    await page.getByText('Link expires').waitFor();
    await page.getByRole('img', { name: 'Frame at 0 ms' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Undo|Redo|Split|Delete|Add text)/ }).count()).to.equal(
      0,
    );
    expect(await page.locator('.clip-box, .handle, .trim').count()).to.equal(0);
    expect(await page.getByRole('tab').allInnerTexts()).to.deep.equal(['Edit', 'Versions', 'JSON']);

    const bar = page.getByRole('button', { name: 'text first, from 0 to 2000 ms' });
    await bar.focus();
    await page.getByRole('heading', { name: 'text first' }).waitFor();
    expect(await page.getByLabel('Content').isDisabled()).to.equal(true);
    for (const key of ['ArrowRight', 'Alt+ArrowRight', 'Delete', 's', ']', 'Control+d', 'Control+z'])
      await page.keyboard.press(key);
    await bar.waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await showPanel(page, 'JSON');
    const json = page.getByLabel('The project as JSON');
    expect(await json.getAttribute('contenteditable')).to.equal('false');
    await showPanel(page, 'Versions');
    await page.getByText('Version 1').waitFor();
    expect(await page.getByRole('button', { name: 'Restore' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const panel of ['Edit', 'JSON', 'Versions']) {
      await showPanel(page, panel);
      expect(await accessibilityProblems(page), `${panel} on a phone`).to.deep.equal([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width on a phone').to.equal(390);
    expect([...sent]).to.deep.equal(['GET']);
    expect(complaints).to.deep.equal([]);

    // The service refuses, too: not only the page.
    const answer = await page.evaluate(`fetch('/v1/videos/${video.id}', {
      method: 'PATCH',
      headers: { authorization: 'Bearer ${linked.token}', 'content-type': 'application/json' },
      body: '{"metadata":{"name":"Taken over"}}',
    }).then((response) => response.status)`);
    expect(answer).to.equal(403);
    await context.close();
  });

  it('say that they have expired, and are replaced by another link in the same tab', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const past = videoLinks(SERVICE_KEY, { now: () => new Date('2020-01-01') });
    const linked = { videoId: video.id as VideoId, editorTokenHash: sha256(video.token) };
    const { token } = await past.sign(linked, { access: 'view' }, 60);
    const { page, context } = await openEditor(editor, {
      ...video,
      link: video.link.replace(video.token, token),
    });
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await page.getByText('ask the person who sent it for a new one').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await page.goto((await editor.linked(video, { access: 'edit', expiresInSeconds: 3600 })).link);
    await page.getByText('Link expires').waitFor();
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('All changes saved').waitFor();
    await context.close();
  });
});
