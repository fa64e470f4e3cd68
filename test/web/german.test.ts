import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { API_KEY_SCOPES } from '../../domain/api-key/events.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/service/http-client.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { ALL_TYPES } from '../support/web/editor-documents.js';
import { cutOff, foreignTexts } from '../support/web/german.js';
import { itIfLong } from '../support/long-form.js';

/** Names of videos and clips in the test, and what the service says. */
const DATA = /^(?:All|a-\w+|a|.*127\.0\.0\.1.*|https:.*)$/;

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

describe('the pages in German', function () {
  this.timeout(240_000);
  const editor = editorForSuite();

  const open = async (path: string) => {
    const opened = await editor.browser.open(editor.service.baseUrl, 'de-DE');
    await opened.page.goto(new URL(path, editor.service.baseUrl).href);
    return opened;
  };

  const check = async (page: Page, where: string): Promise<void> => {
    expect(await foreignTexts(page, DATA), where).to.deep.equal([]);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await eventually(async () =>
        expect(await cutOff(page), `${where}, ${size.width} px`).to.deep.equal([]),
      );
    }
  };

  it('are those of the dashboard, until another language is chosen', async () => {
    const key = await editor.service.issueKey('german', {}, API_KEY_SCOPES);
    const api = apiClient(editor.service.baseUrl, key);
    const { data } = (await api('POST', '/v1/videos', { body: ALL_TYPES })).body;
    await api('PATCH', `/v1/videos/${data._id}`, { body: { metadata: { duration: 900 } } });
    await api('POST', `/v1/videos/${data._id}/versions/1/restore`);
    await api('POST', `/v1/renders/${data._id}`, { body: {} });
    await api('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.org/x' } });
    const { page } = await open('/dashboard');
    await page.getByRole('heading', { name: 'Willkommen bei Framewright' }).waitFor();
    await check(page, 'signing in');
    await page.evaluate(`sessionStorage.setItem('api-key', '${key}')`);
    await page.reload();
    await page.getByRole('listitem', { name: 'All' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('de');
    for (const [section, shown] of [
      ['Videos', 'Querformat'],
      ['Medien', 'Noch keine Medien'],
      ['Renderings', 'Wartet'],
      ['Webhooks', 'Testereignis senden'],
      ['API-Schlüssel', 'Schlüssel ausstellen'],
      ['Nutzung', 'keine Anfragelimits'],
    ] as const) {
      await page.getByRole('button', { name: section, exact: true }).click();
      await page.getByText(shown).waitFor();
      await check(page, section);
    }
    await page.getByRole('button', { name: 'Videos', exact: true }).click();
    for (const [button, shown] of [
      ['Importieren… Aus einem anderen System', 'Projekte von Shotstack'],
      ['Teilen', 'All teilen'],
      ['Verlauf', 'Version 1 wiederhergestellt: Dauer geändert'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText(shown).waitFor();
      await check(page, button);
      expect(await accessibilityProblems(page), button).to.deep.equal([]);
      await page.keyboard.press('Escape');
    }
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('heading', { name: 'Start a new video' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Start a new video' }).waitFor();
  });

  it('say in German what the service says about a wrong value', async () => {
    const key = await editor.service.issueKey('german-errors');
    const { page } = await open('/dashboard');
    await page.evaluate(`sessionStorage.setItem('api-key', '${key}')`);
    await page.reload();
    await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
    await page.getByLabel('Adresse').fill('https://user:word@hooks.example.org/');
    await page.getByRole('button', { name: 'Registrieren' }).click();
    await page.getByText('url muss eine vollständige Adresse mit http: oder https: sein').waitFor();
  });

  it('take numbers with a comma, and show them so', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page } = await open(video.link);
    await page.locator('.bar-clip').first().click();
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByLabel('X, px', { exact: true }).fill('12,6');
    await page.keyboard.press('Enter');
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0].position.x, 'in whole px').to.equal(13),
    );
    await page.getByRole('tab', { name: 'Zeit' }).click();
    const start = page.locator('[name="timeFrame.start"]');
    await start.fill('0,5');
    await start.blur();
    expect(await start.inputValue()).to.equal('0,5');
    await page.getByRole('tab', { name: 'Stil' }).click();
    const height = page.locator('[name="textProperties.lineHeight"]');
    await height.fill('1,25');
    await height.press('ArrowUp');
    expect(await height.inputValue()).to.equal('2,25');
    await eventually(async () => {
      const { textProperties, timeFrame } = (await storedVideo(editor, video.id)).clips[0];
      expect([textProperties.lineHeight, timeFrame.start]).to.deep.equal([2.25, 500]);
    });
  });

  itIfLong('are those of the editor: all panels, fields and dialogs', async () => {
    const clips = ALL_TYPES.clips.map((clip) => ({ ...clip, name: clip.id }));
    const { link } = await editor.stored({ ...ALL_TYPES, clips });
    const { page } = await open(link);
    for (const panel of ['Bearbeiten', 'Medien', 'Text', 'Ebenen', 'Variablen', 'Versionen', 'JSON']) {
      await page.getByRole('tab', { name: panel, exact: true }).click();
      if (panel === 'Versionen') await page.getByText('erstellt', { exact: true }).waitFor();
      await check(page, panel);
    }
    await page.getByRole('tab', { name: 'Bearbeiten' }).click();
    for (const { id } of clips) {
      await page.locator('.bar-clip', { hasText: id }).focus();
      await page.getByRole('heading', { name: id }).waitFor();
      for (const tab of await page.getByRole('tablist', { name: 'Felder' }).getByRole('tab').all()) {
        await tab.click();
        await page.evaluate(OPEN_ALL);
        await check(page, `${id}, ${await tab.innerText()}`);
      }
    }
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Medien', exact: true }).click();
    for (const [button, dialog] of [
      ['Tastenkürzel', 'Tastatur'],
      ['Von einer Adresse', 'Medien hinzufügen'],
      ['Exportieren', 'Exportieren'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog', { name: dialog }).waitFor();
      await check(page, dialog);
      await page.keyboard.press('Escape');
    }
  });
});

/** Opens what is closed, also what comes into being by that. */
const OPEN_ALL = `(async () => {
  for (let closed; (closed = document.querySelectorAll('.side details:not([open])')).length > 0; ) {
    for (const one of closed) one.open = true;
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame); // until what they contain is there
  }
})()`;
