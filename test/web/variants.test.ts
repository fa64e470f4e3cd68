import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient } from '../../clients/typescript/core/client.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { counting } from '../support/web/counting.js';
import type { Api } from '../support/service/http-client.js';
import { signedIn } from '../support/web/dashboard.js';
import { editorForSuite, isSaved, openEditor, showPanel } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';
import { unzip } from '../support/zip.js';
import { itIfLong } from '../support/long-form.js';

/** Short, small and of one colour. */
const OFFER = {
  metadata: { name: 'Offer', duration: 200, fps: 10, canvas: { width: 160, height: 90 } },
  clips: [
    {
      id: 'headline',
      name: 'headline',
      type: 'text',
      timeFrame: { start: 0, end: 200 },
      position: { x: 0, y: 0 },
      size: { width: 160, height: 90 },
      textProperties: { content: 'Spring sale', fontSize: 20, color: '#ffffff' },
    },
  ],
};

const csvFile = (text: string, encoding: BufferEncoding = 'utf8') => ({
  name: 'rows.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text, encoding),
});

describe('variants from a table', () => {
  const editor = editorForSuite();

  /** The editor of a video in a tab that is signed in, as from the dashboard. */
  const opened = async (owner: string, project: object) => {
    const tab = await signedIn(editor, owner);
    // Not with the client of tests: what is described does not have placeholders.
    const client = createClient({ baseUrl: editor.service.baseUrl, apiKey: tab.key });
    const { _id } = await client.videos.create(project as never);
    await tab.page.goto(`${editor.service.baseUrl}/editor/${_id}`);
    return { ...tab, videoId: _id };
  };

  /** Renders what a batch asks for, as a worker does, until it is over. */
  const workOff = async (api: Api, videoId: string) => {
    const done = new Set<string>();
    await eventually(async () => {
      const renders = (await api('GET', `/v1/renders?videoId=${videoId}`)).body.data as ReadonlyArray<{
        readonly _id: string;
        readonly status: string;
      }>;
      for (const { _id, status } of renders)
        if (status === 'pending' && !done.has(_id)) {
          done.add(_id);
          await editor.work(_id);
        }
      const [batch] = (await api('GET', `/v1/batches?videoId=${videoId}`)).body.data;
      expect(batch.status).to.equal('completed');
    }, 120_000);
  };

  it('are three videos in a ZIP after ten clicks, also for somebody who holds an editing link', async () => {
    const video = await editor.stored(OFFER);
    const { page, complaints } = await openEditor(editor, video);
    const { api } = editor;
    await page.getByRole('button', { name: 'text clip headline' }).waitFor();
    const counted = await counting(page);

    await page.getByRole('button', { name: 'text clip headline' }).click();
    const field = (name: string) => page.locator('.field', { has: page.getByLabel(name, { exact: true }) });
    await field('Content').getByRole('button', { name: 'Make it a variable' }).click();
    await page.keyboard.type('title');
    await page.keyboard.press('Enter');
    await field('Color').getByRole('button', { name: 'Make it a variable' }).click();
    await page.keyboard.type('ink');
    await page.keyboard.press('Enter');
    await isSaved(page);
    await showPanel(page, 'Variables');
    await page.getByRole('button', { name: 'Variants from a table' }).click();
    const height = async () => (await page.getByRole('dialog').boundingBox())?.height;
    const before = await height();
    await page.getByLabel('Table of variants').setInputFiles(csvFile('Unknown\nSpring\n'));
    await page.getByRole('table').waitFor();
    expect(await height(), 'as before the table').to.equal(before);
    await page.getByText('otherwise all videos are the same').waitFor();
    expect(await page.getByRole('button', { name: 'Render 1 variant' }).isDisabled()).to.equal(true);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a CSV' }).click();
    // As spreadsheets of Windows save it.
    const rows = 'Title;Ink\n"Frühling; heute";#ff0000\nSummer;green\nAutumn;\n';
    await (await choosing).setFiles(csvFile(rows, 'latin1'));
    await page.getByText('Row 2, column Ink: must be of type color').waitFor();
    const wrong = page.getByLabel('Ink of row 2');
    await wrong.fill('#00ff00');
    await wrong.press('Tab');
    for (const row of [1, 2, 3]) await page.getByRole('img', { name: `Row ${row}` }).waitFor();
    expect(await page.getByLabel('Variable of the column Title').inputValue()).to.equal('title');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Render all 3 variants' }).click();
    await page.getByRole('progressbar', { name: 'Progress of the batch' }).waitFor();
    await workOff(api, video.id);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download ZIP' }).click();
    const zip = await download;
    // Two more choose the file in the window of the operating system.
    expect(counted.clicks + 2).to.be.at.most(10);

    expect(zip.suggestedFilename()).to.equal('Offer.zip');
    const folder = await mkdtemp(join(tmpdir(), 'variants-'));
    expect(unzip(await zip.path(), folder)).to.deep.equal([
      'row-0001.mp4',
      'row-0002.mp4',
      'row-0003.mp4',
      'results.csv',
    ]);
    await rm(folder, { recursive: true });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    for (const row of [1, 2, 3]) await page.getByText(new RegExp(`^Version \\d+, Row ${row}$`)).waitFor();
    const [batch] = (await api('GET', `/v1/batches?videoId=${video.id}`)).body.data;
    const results = (await api('GET', `/v1/batches/${batch._id}/results`)).body.data as ReadonlyArray<{
      readonly merge: object;
    }>;
    expect(results.map(({ merge }) => merge)).to.deep.equal([
      { title: 'Frühling; heute', ink: '#ff0000' },
      { title: 'Summer', ink: '#00ff00' },
      { title: 'Autumn' },
    ]);
    expect(complaints).to.deep.equal([]);
  });

  itIfLong(
    'name wrong values with their row and column before anything is rendered, and rows that failed',
    async () => {
      const { page, context, api, videoId } = await opened('wrong-variants', {
        ...OFFER,
        clips: [
          {
            ...OFFER.clips[0],
            textProperties: { content: '{{title}}', fontSize: '{{size}}', color: '{{ink}}' },
          },
          { type: 'image', source: '{{photo}}', timeFrame: { start: 0, end: 200 } },
        ],
        variables: {
          size: { type: 'number', default: 20 },
          ink: { type: 'color', default: '#ffffff' },
          photo: { type: 'url', default: 'http://127.0.0.1:9/none.png' },
        },
      });
      await showPanel(page, 'Variables');
      await page.getByRole('button', { name: 'Variants from a table' }).click();
      const choose = (text: string) => page.getByLabel('Table of variants').setInputFiles(csvFile(text));
      await choose('a,b\n1\n');
      await page.getByText('Line 2 cannot be read.').waitFor();
      await choose('headline,size,tint\nTea,large,blue\nCup,12,#000000\nPot,0,#000000\n');
      await page.getByText('No column has the values of title, which has no default.').waitFor();
      await page.getByLabel('Variable of the column headline').selectOption('title');
      await page.getByLabel('Variable of the column tint').selectOption('ink');
      const problems = page.getByRole('alert').getByRole('listitem');
      await eventually(async () =>
        expect(await problems.allInnerTexts()).to.deep.equal([
          'Row 1, column size: must be of type number',
          'Row 1, column tint: must be of type color, such as #FF8800',
          'Row 3, column size: Font size of “headline” must be a number from 1 to 2000',
        ]),
      );
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const render = page.getByRole('button', { name: 'Render all 3 variants' });
      expect(await render.isDisabled()).to.equal(true);
      expect((await api('GET', `/v1/batches?videoId=${videoId}`)).body.data).to.deep.equal([]);

      await page.getByLabel('Variable of the column size').selectOption('');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(`navigator.clipboard.writeText('headline\\tsize\\ttint\\nTea\\t12\\t#000000\\n')`);
      await page.getByLabel('Paste cells').press('Control+v');
      await page.getByRole('button', { name: 'Render 1 variant' }).click();
      await workOff(api, videoId);
      const failed = page.getByRole('list', { name: 'Rows that failed' });
      await failed.getByText(/^Row 1 clips\[1\]/).waitFor();
      expect(await page.getByRole('button', { name: 'Download ZIP' }).count()).to.equal(0);
    },
  );
});
