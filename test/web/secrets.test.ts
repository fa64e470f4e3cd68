import { expect } from 'chai';
import type { Page } from 'playwright-core';
import {
  type EditorUnderTest,
  editorForSuite,
  openEditor,
  showPanel,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { sentToOpen } from '../support/web/editor-files.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient } from '../support/service/http-client.js';
import { startDelivering } from '../support/webhooks/delivering.js';
import { startReceiver } from '../support/webhooks/receiver.js';

/** Texts that would do something where they are not taken as text. */
const HOSTILE = (() => {
  const scripts = ['document.documentElement.dataset.owned=1', 'parent.postMessage(1)', 'location="/owned"'];
  const shapes = [
    (js: string) => `<script>${js}</script>`,
    (js: string) => `"><img src=x onerror='${js}'>`,
    (js: string) => `'><svg onload="${js}">`,
    (js: string) => `javascript:${js}`,
    (js: string) => `</textarea><script>${js}</script>`,
    (js: string) => `</style><script>${js}</script>`,
    (js: string) => `{{constructor.constructor('${js}')()}}`.replaceAll('{{', '{ {'),
    (js: string) => `\${${js}}`,
    (js: string) => `<iframe srcdoc="<script>${js}</script>">`,
    (js: string) => `<a href="data:text/html,<script>${js}</script>">x</a>`,
    (js: string) => `<math><mtext><style><img src=x onerror="${js}">`,
    (js: string) => `]]><script>${js}</script>`,
    (js: string) => `--><script>${js}</script>`,
    (js: string) => `\u202e<script>${js}</script>`,
    (js: string) => `<details open ontoggle="${js}">`,
    (js: string) => `<input autofocus onfocus="${js}">`,
    (js: string) => `<object data="javascript:${js}">`,
  ];
  const wrapped = shapes.flatMap((shape) => scripts.map(shape));
  const prefixes = ['', '\\', '%3Csvg%3E', '&lt;'];
  return prefixes.flatMap((prefix) => wrapped.map((text) => prefix + text)).slice(0, 200);
})();

/** A project whose name, ids, names and texts are hostile, apart from its film, which is missing. */
const hostileProject = (missing: string) => ({
  metadata: { ...TWO_TEXTS.metadata, name: HOSTILE[199] },
  clips: [
    ...HOSTILE.slice(0, 196).map((text, index) => ({
      ...TWO_TEXTS.clips[0],
      id: `${index} ${text}`.slice(0, 255),
      name: text.slice(0, 255),
      timeFrame: { start: index * 20, end: index * 20 + 500 },
      textProperties: { content: text, fontSize: 20, color: '#ffffff' },
    })),
    { id: 'film', type: 'video', source: missing, timeFrame: { start: 3000, end: 4000 } },
  ],
});

/** All of them, in less than the part of a response that is kept. */
const IN_RESPONSE = HOSTILE.join('\n');

/** Delivers a test event to a receiver whose response is hostile, and waits until the dashboard shows all of that. */
const receiverIsShown = async ({ service }: EditorUnderTest, page: Page, api: Api): Promise<void> => {
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => {
    response.writeHead(500, 'Not <script>', { 'content-type': 'text/html', 'x-hostile': HOSTILE[0] });
    response.end(IN_RESPONSE);
  };
  const stopDelivering = startDelivering(service);
  await api('POST', '/v1/webhooks', { body: { url: receiver.url } });
  await page.reload();
  await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
  const endpoint = page.getByRole('listitem').filter({ hasText: receiver.url });
  await endpoint.getByRole('button', { name: 'Send a test event' }).click();
  // It may have been attempted again.
  await endpoint.getByText('status 500').first().waitFor();
  await endpoint.getByText('Response', { exact: true }).first().click();
  expect(await endpoint.locator('pre').first().innerText()).to.equal(IN_RESPONSE);
  await stopDelivering();
  await receiver.close();
};

describe('secrets and hostile texts in the editor and the dashboard', () => {
  const editor = editorForSuite();

  it('run none of 200 hostile strings in names, texts, ids and addresses', async () => {
    expect(new Set(HOSTILE).size).to.equal(200);
    const address = `https://media.example.org/${encodeURIComponent(HOSTILE[198] ?? '')}`;
    const video = await editor.stored(hostileProject(address));
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('heading', { name: HOSTILE[199] ?? '' }).waitFor();
    for (const panel of ['JSON', 'Versions', 'Edit']) await showPanel(page, panel);
    await page.locator('.bar-clip').nth(50).focus();
    await page
      .getByRole('tabpanel')
      .getByRole('heading', { name: /^Text / })
      .waitFor();
    await page.getByLabel('Content').fill(`${HOSTILE[0]}${HOSTILE[4]}`);
    await showPanel(page, 'Media');
    await page.getByRole('button', { name: 'From an address' }).click();
    await page.getByLabel('Address of a video').fill(HOSTILE[9] ?? '');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.evaluate('document.documentElement.dataset.owned')).to.equal(undefined);
    expect(new URL(page.url()).pathname).to.equal(`/editor/${video.id}`);
    // The address that is no URL is refused, and so are frames of a film that is not there.
    expect(complaints.filter((text) => !/status of (?:400|422|429|503)/.test(text))).to.deep.equal([]);

    const viewed = await openEditor(editor, await editor.linked(video, { access: 'view' }));
    await viewed.page.getByRole('heading', { name: HOSTILE[199] ?? '' }).waitFor();
    expect(await viewed.page.evaluate('document.documentElement.dataset.owned')).to.equal(undefined);
    expect(new URL(viewed.page.url()).pathname).to.equal(`/view/${video.id}`);
    expect(viewed.complaints.filter((text) => !/status of (?:400|422|429|503)/.test(text))).to.deep.equal([]);
  });

  it('run none of them in the dashboard: in names, histories, failures, addresses and files', async () => {
    const { service, browser, work } = editor;
    const key = await service.issueKey('hostile');
    const api = apiClient(service.baseUrl, key);
    const { page, complaints } = await browser.open(service.baseUrl);
    const showsText = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
    const section = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${service.baseUrl}/dashboard`);
    for (const typed of [HOSTILE[0], HOSTILE[13 * 3]]) {
      await page.getByLabel('API key').fill(typed ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('This API key is not valid').waitFor();
    }
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Videos' }).waitFor();
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByLabel('Project as JSON').fill(HOSTILE[1] ?? '');
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByRole('alert').waitFor();

    const canvas = { width: 160, height: 90 };
    for (const name of HOSTILE.slice(0, 19)) {
      const body = { metadata: { ...TWO_TEXTS.metadata, canvas, name }, clips: [] };
      await api('POST', '/v1/videos', { body });
    }
    const { _id: id } = (await api('POST', '/v1/videos', { body: TWO_TEXTS })).body.data;
    await page.reload();
    for (const name of HOSTILE.slice(0, 19)) await showsText(name);
    await page.getByAltText(`Picture of ${HOSTILE[18]}`).waitFor();
    const missing = `${service.baseUrl}/${encodeURIComponent(HOSTILE[198] ?? '')}`;
    await api('PATCH', `/v1/videos/${id}`, { body: hostileProject(missing) });
    await page.reload();
    await showsText(HOSTILE[199] ?? '');
    const rows = page.getByRole('list', { name: 'Videos' }).getByRole('listitem');
    for (const text of [HOSTILE[6] ?? '', HOSTILE[199] ?? '']) {
      await page.getByLabel('Search by name').fill(text);
      // The row of an earlier list must not be pressed: it goes when the found one comes.
      await rows.nth(1).waitFor({ state: 'detached' });
      await rows.getByText(text, { exact: true }).waitFor();
    }

    const row = rows.first();
    await row.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog', { name: `Share ${HOSTILE[199]}` }).waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByLabel('Link', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'History' }).click();
    await page.getByRole('heading', { name: `History of ${HOSTILE[199]}` }).waitFor();
    for (const version of [1, 2]) await page.getByRole('checkbox', { name: `Version ${version}` }).check();
    await page.getByRole('button', { name: 'Compare the chosen two' }).click();
    const changes = page.getByRole('list', { name: 'Changes' });
    await changes.getByRole('listitem').first().waitFor();
    const shown = await changes.textContent();
    const unseen = HOSTILE.slice(0, 196).filter((text) => shown?.includes(text) !== true);
    expect(unseen).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Verify the events' }).click();
    await page.getByText('all 2 events are unchanged').waitFor();

    const { data: render } = (await api('POST', `/v1/renders/${id}`, { body: {} })).body;
    await work(render._id);
    await section('Renders');
    await page.getByRole('cell', { name: 'Failed', exact: true }).waitFor();
    await page.getByRole('button', { name: 'What can I do?' }).click();
    await page.getByRole('list', { name: 'Advice' }).waitFor({ timeout: 60_000 });
    const buffer = Buffer.from('unknown');
    const file = { name: `${HOSTILE[2]?.replaceAll('/', '-')}.mp4`, mimeType: 'video/mp4', buffer };
    await page.getByLabel('File to check').setInputFiles(file);
    await page.getByRole('status').filter({ hasText: file.name }).waitFor();

    await section('Webhooks');
    for (const address of [`https://hooks.example.org/?q=${HOSTILE[3]}`, HOSTILE[9] ?? '']) {
      await page.getByLabel('Address').fill(address);
      await page.getByRole('button', { name: 'Register' }).click();
    }
    await page.getByRole('alert').waitFor();
    await page
      .getByLabel('Address')
      .fill(`https://hooks.example.org/?q=${encodeURIComponent(HOSTILE[3] ?? '')}`);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText(/^Signing secret of/).waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).first().click();
    await page.getByText(/^webhook\.test, /).waitFor();
    await receiverIsShown(editor, page, api);
    await section('Usage');
    await page.getByText('This API key has no rate limits').waitFor();
    expect(await page.evaluate('document.documentElement.dataset.owned')).to.equal(undefined);
    expect(new URL(page.url()).pathname).to.equal('/dashboard');
    // Refused keys and addresses, and frames of a film that is not there.
    expect(complaints.filter((text) => !/status of \d{3}/.test(text))).to.deep.equal([]);
  });

  for (const access of ['edit', 'view'] as const)
    it(`keeps the token of a link to ${access} out of addresses, the history, referrers and lasting storage`, async () => {
      const video = await editor.stored(TWO_TEXTS);
      const { link, token } = access === 'edit' ? video : await editor.linked(video, { access });
      const { page } = await editor.browser.open(editor.service.baseUrl);
      const sent: string[] = [];
      page.on('request', (request) => sent.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
      await page.goto(link);
      await page.getByRole('heading', { name: 'Opening' }).waitFor();
      if (access === 'edit') {
        await page.getByRole('button', { name: 'text clip first' }).focus();
        await page.keyboard.press('ArrowRight');
        await page.getByText('All changes saved').waitFor();
      } else await page.getByRole('img', { name: 'Opening' }).waitFor();
      const kept = await page.evaluate<string>(
        'JSON.stringify([location.href, history.state, { ...localStorage }])',
      );
      expect(kept).to.not.include(token);
      // The link itself is what the browser was given; its fragment is not sent.
      expect(sent.filter((text) => text.split('#')[0]?.includes(token))).to.deep.equal([]);
      expect(sent.slice(1).filter((text) => text.includes(token))).to.deep.equal([]);
      await page.goto('about:blank');
      await page.goBack();
      await eventually(() => expect(page.url()).to.equal(link.split('#')[0]));
    });

  it('name the styles of all pages before those of single parts, which change them', async () => {
    const { baseUrl } = editor.service;
    for (const page of ['editor/any', 'view/any', 'dashboard']) {
      const [first = ''] = /[^"]+\.css/.exec(await (await fetch(`${baseUrl}/${page}`)).text()) ?? [];
      expect(await (await fetch(new URL(first, baseUrl))).text(), page).to.include('--accent-soft:');
    }
  });

  it('open with at most 350 kB of code as it is sent, in at most eight files', async () => {
    const sizes = await sentToOpen(editor.service.baseUrl);
    expect(sizes.length).to.be.within(2, 8);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(350_000);
  });
});
