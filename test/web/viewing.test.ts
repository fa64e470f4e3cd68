import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { sha256 } from '../../application/digests.js';
import type { VideoId } from '../../domain/ids.js';
import { videoLinks } from '../../infrastructure/http/server/video-links.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { s3Objects } from '../../infrastructure/storage/s3-objects.js';
import { endRender } from '../support/renders/ended-renders.js';
import { atEnd } from '../support/at-end.js';
import { rightOf } from '../support/right-of.js';
import { startS3Server } from '../support/servers/s3-server.js';
import { apiClient } from '../support/service/http-client.js';
import { startService } from '../support/service/service.js';
import { accessibilityProblems } from '../support/web/browser.js';
import {
  editorForSuite,
  isSaved,
  openEditor,
  type StoredVideo,
  storedVideo,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY } from '../support/service/service-app.js';
import { itIfLong } from '../support/long-form.js';

const FILM = {
  metadata: {
    name: 'Launch film',
    duration: 3000,
    fps: 25,
    backgroundColor: '#204060',
    canvas: { width: 320, height: 180 },
    markers: [
      { time: 0, name: 'The <b>beginning</b>' },
      { time: 2000, name: 'The end' },
    ],
  },
  clips: [
    {
      id: 'said',
      type: 'caption',
      timeFrame: { start: 0, end: 3000 },
      position: { x: 20, y: 120 },
      size: { width: 280, height: 40 },
      captionProperties: {
        words: [{ word: 'Welcome', start: 1900, end: 2900 }],
        highlightTextProperties: { fontSize: 20, color: '#ffffff' },
        nonHighlightTextProperties: { fontSize: 20, color: '#ffffff' },
      },
    },
  ],
};

const PLAYABLE = join(packageRoot, 'docs/film.mp4');

describe('the page for viewing', () => {
  const editor = editorForSuite();
  let film: StoredVideo;
  before(async () => {
    film = await editor.stored(FILM);
  });

  const isClean = async (page: Page): Promise<void> => {
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page), 'on a phone').to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width on a phone').to.equal(390);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const timeIs = (page: Page, text: string) => page.locator('.elapsed', { hasText: text }).waitFor();

  it('plays what was not rendered, by chapters, and changes nothing', async () => {
    const linked = await editor.linked(film, { access: 'view', expiresInSeconds: 3600 });
    const { page, complaints } = await editor.browser.open(editor.service.baseUrl);
    const sent = new Set<string>();
    page.on('request', (request) => sent.add(request.method()));
    await page.goto(linked.link);
    await page.getByRole('heading', { name: 'Launch film' }).waitFor();
    await page.getByRole('img', { name: 'Launch film' }).waitFor();
    await page.getByText('Link expires').waitFor();
    expect(await page.getByRole('link', { name: 'Download' }).count()).to.equal(0);
    expect(await page.getByRole('complementary', { name: 'Comments' }).count()).to.equal(0);
    await isClean(page);

    await page.getByRole('button', { name: 'The end' }).click();
    await timeIs(page, '0:02 / 0:03');
    await page.locator('.screen canvas').waitFor();
    expect(await page.getByRole('button', { name: 'The end' }).getAttribute('aria-current')).to.equal('true');
    await page.keyboard.press('ArrowLeft');
    await timeIs(page, '0:00');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    expect([...sent]).to.deep.equal(['GET']);
    expect(complaints).to.deep.equal([]);

    // The service refuses, too: not only the page.
    const answer = await page.evaluate(`fetch('/v1/videos/${film.id}', {
      method: 'PATCH',
      headers: { authorization: 'Bearer ${linked.token}', 'content-type': 'application/json' },
      body: '{"metadata":{"name":"Taken over"}}',
    }).then((response) => response.status)`);
    expect(answer).to.equal(403);
  });

  it('plays the newest render with captions, and offers it as a download', async () => {
    const { _id } = (await editor.api('POST', `/v1/renders/${film.id}`, { body: {} })).body.data;
    await editor.work(_id);
    // What is edited later is not what was rendered.
    await editor.api('PATCH', `/v1/videos/${film.id}`, { body: { metadata: { markers: [] } } });
    const linked = await editor.linked(film, { access: 'view' });
    const { page, complaints } = await editor.browser.open(editor.service.baseUrl);
    await page.goto(linked.link);
    await page.getByText('Version 1').waitFor();
    const becomes = (what: string, value: unknown) =>
      eventually(async () =>
        expect(await page.evaluate(`document.querySelector('video').${what}`)).to.equal(value),
      );
    await page.getByRole('button', { name: 'The end' }).click();
    await timeIs(page, '0:02 / 0:03');
    await becomes('currentTime', 2);
    await page.getByRole('button', { name: 'Captions' }).click();
    await becomes('textTracks[0].activeCues?.[0]?.text', 'Welcome');
    await page.keyboard.press('c');
    await becomes('textTracks[0].mode', 'hidden');
    await page.keyboard.press('m');
    await becomes('muted', true);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await becomes('ended', true);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).to.match(/\.mp4$/);
    await isClean(page);
    expect(complaints).to.deep.equal([]);
  });

  itIfLong('plays and saves a file that the object storage serves', async () => {
    const storage = await startS3Server();
    const presigning = s3Objects(storage.place('outputs/'));
    const service = await startService({ presigning });
    atEnd(service.stop);
    atEnd(storage.close);
    const api = apiClient(service.baseUrl, await service.issueKey('presigned'));
    const renderId = await endRender(service, api);
    rightOf(await presigning.put(`${renderId}.mp4`, PLAYABLE)());
    const { videoId } = (await api('GET', `/v1/renders/${renderId}`)).body.data;
    const { data } = (await api('POST', `/v1/videos/${videoId}/links`, { body: {} })).body;
    const { page, complaints } = await editor.browser.open(service.baseUrl);
    const { pathname, hash } = new URL(data.url);
    await page.goto(`${service.baseUrl}${pathname}${hash}`);
    await eventually(async () =>
      expect(await page.evaluate(`document.querySelector('video').readyState`)).to.be.above(0),
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(new URL(file.url()).origin).to.equal(storage.endpoint);
    expect(file.suggestedFilename()).to.match(/\.mp4$/);
    expect(await readFile(await file.path())).to.deep.equal(await readFile(PLAYABLE));
    expect(complaints.filter((one) => one.includes('Content Security Policy'))).to.deep.equal([]);
  });

  itIfLong('is where older links for viewing lead, and says that they have expired', async () => {
    const linked = { videoId: film.id as VideoId, editorTokenHash: sha256(film.token) };
    const past = videoLinks(SERVICE_KEY, { now: () => new Date('2020-01-01') });
    const { token } = await past.sign(linked, { access: 'view' }, 60);
    const { page } = await openEditor(editor, {
      ...film,
      link: `${editor.service.baseUrl}/editor/${film.id}#token=${token}`,
    });
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/view/${film.id}`);
    await page.getByText('ask the person who sent it for a new one').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const video = await editor.stored(TWO_TEXTS);
    await page.goto((await editor.linked(video, { access: 'edit', expiresInSeconds: 3600 })).link);
    await page.getByText('Link expires').waitFor();
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('m');
    await page.locator('.marker-flags').getByText('Chapter 1').waitFor();
    await isSaved(page);
    const { metadata } = await storedVideo(editor, video.id);
    expect(metadata.markers).to.deep.equal([{ time: 0, name: 'Chapter 1' }]);
  });
});
