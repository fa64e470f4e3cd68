import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { writeWave } from '../support/renders/speech.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, isSaved, openEditor, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { boxOf, drag } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { itIfLong } from '../support/long-form.js';
import { forSuite } from '../support/for-suite.js';

const [TEXT] = TWO_TEXTS.clips;

/** A rectangle, which overlaps the text in time. */
const SHAPE = {
  id: 'box',
  type: 'shape',
  timeFrame: { start: 0, end: 2000 },
  position: { x: 700, y: 100, z: 1 },
  size: { width: 400, height: 100 },
  shapeProperties: { shape: 'rectangle', fill: '#ffcc00' },
};

describe('the tracks of the timeline', () => {
  const editor = editorForSuite();
  const server = forSuite(startAssetServer, ({ close }) => close());

  it('are hidden from the stage, its frames and renders, and shown again, unless other clips refer to them', async () => {
    const project = { ...TWO_TEXTS, clips: [TEXT, SHAPE] };
    const video = await editor.stored(project);
    const { page, complaints } = await openEditor(editor, video);
    const frameOf = async (path: string) => {
      const headers = { authorization: `Bearer ${video.token}`, accept: 'image/png' };
      const response = await fetch(`${editor.service.baseUrl}${path}`, { headers });
      expect(response.status).to.equal(200);
      return response.headers.get('etag');
    };
    const frame = () => frameOf(`/v1/videos/${video.id}/frame`);
    const both = await frame();
    const text = page.getByRole('group', { name: 'Track Text' });
    await text.getByRole('button', { name: 'Hide' }).click();
    const onStage = page.getByRole('button', { name: 'text clip first' });
    await onStage.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0]).to.have.property('when', false),
    );
    expect(await frame()).to.not.equal(both);
    await page.getByRole('button', { name: /^text first, from/ }).waitFor();
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await text.getByRole('button', { name: 'Show' }).click();
    await onStage.waitFor();
    await isSaved(page);
    await eventually(async () => expect(await frame()).to.equal(both));

    // Solo changes what the editor shows. The stored video stays as it is.
    const redOfBox = async (): Promise<number> => {
      const { width = 0, height = 0 } = (await page.locator('.canvas').boundingBox()) ?? {};
      const [left, top] = [Math.round(width * 0.65), Math.round(height * 0.2)];
      const shown = sharp(await page.locator('.canvas').screenshot());
      const [red = 0] = await shown.extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
      return red;
    };
    await eventually(async () => expect(await redOfBox()).to.be.above(240));
    await text.getByRole('button', { name: 'Solo: only in the editor' }).click();
    await eventually(async () => expect(await redOfBox()).to.be.below(60));
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await text.getByRole('button', { name: 'End solo' }).click();
    expect(await frame()).to.equal(both);

    const clips = [{ ...TEXT, effects: { mask: { clip: 'box' } } }, SHAPE];
    await editor.api('PATCH', `/v1/videos/${video.id}`, { body: { clips } });
    const cannot = page.getByRole('group', { name: 'Track Shapes' }).getByRole('button', {
      name: 'Cannot be hidden: other clips refer to it',
    });
    await cannot.waitFor();
    expect(await cannot.isDisabled()).to.equal(true);
    expect(await text.getByRole('button', { name: 'Hide' }).isEnabled()).to.equal(true);
    expect(complaints).to.deep.equal([]);
  });

  itIfLong('show the beats of their sound, to which clips snap', async () => {
    const rate = 16_000;
    const samples = new Int16Array(4 * rate);
    for (let beat = 0; beat < 8; beat += 1)
      for (let index = 0; index < 400; index += 1)
        samples[(0.1 + beat / 2) * rate + index] = 20_000 * Math.sin(index / 4) * (1 - index / 400);
    const folder = await mkdtemp(join(tmpdir(), 'framewright-beats-'));
    const source = server.serve(
      '/beats.wav',
      await readFile(await writeWave(join(folder, 'beats.wav'), samples)),
    );
    await rm(folder, { recursive: true });
    const audio = { id: 'beats', type: 'audio', source, timeFrame: { start: 200, end: 4200 } };
    const text = { ...TEXT, timeFrame: { start: 0, end: 300 } };
    const project = {
      ...TWO_TEXTS,
      metadata: { ...TWO_TEXTS.metadata, duration: 5000 },
      clips: [text, audio],
    };
    const video = await editor.stored(project);
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('button', { name: 'Snap to beats' }).press('Enter');
    await page.getByText('8 beats').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const bar = page.getByRole('button', { name: /^text first, from/ });
    const { width } = await boxOf(bar);
    // A beat is 800 ms after the start of the video.
    await drag(bar, (width * 800) / 300 + 3, 0);
    await isSaved(page);
    const { start } = (await storedVideo(editor, video.id)).clips[0].timeFrame;
    expect(start).to.be.closeTo(800, 6);
    expect(complaints).to.deep.equal([]);
  });

  it('keep their order when an end is dragged with Shift: what comes later moves with it', async () => {
    const [first, second] = TWO_TEXTS.clips.map((one, index) => ({
      ...one,
      timeFrame: { start: index * 2500, end: index * 2500 + 1500 },
    }));
    const video = await editor.stored({ ...TWO_TEXTS, clips: [first, second] });
    const { page } = await openEditor(editor, video);
    const bar = page.getByRole('button', { name: /^text first, from/ });
    const { width } = await boxOf(bar);
    await page.keyboard.down('Shift');
    await drag(bar.locator('.trim.end'), -width / 3, 0);
    await page.keyboard.up('Shift');
    await eventually(async () => {
      const { clips, metadata } = await storedVideo(editor, video.id);
      const [trimmed, later] = clips.map(({ timeFrame }: typeof SHAPE) => timeFrame);
      const by = trimmed.end - 1500;
      expect(by).to.be.closeTo(-500, 20);
      expect(later).to.deep.include({ start: 2500 + by, end: 4000 + by });
      expect(metadata.duration).to.equal(TWO_TEXTS.metadata.duration + by);
    });
  });

  it('have names of their own, and are locked and solo after a reload too', async () => {
    const video = await editor.stored({ ...TWO_TEXTS, clips: [...TWO_TEXTS.clips, SHAPE] });
    const { page } = await openEditor(editor, video);
    const tracks = page.getByRole('group', { name: /^Track / });
    await tracks.first().waitFor();
    const names = await Promise.all((await tracks.all()).map((one) => one.getAttribute('aria-label')));
    expect(names).to.deep.equal(['Track Shapes', 'Track Text 1', 'Track Text 2']);
    const track = (name: string) => page.getByRole('group', { name: `Track ${name}` });
    await track('Text 2').getByRole('button', { name: 'Lock' }).click();
    await track('Shapes').getByRole('button', { name: /^Solo/ }).click();
    await page.reload();
    await track('Text 2').getByRole('button', { name: 'Unlock' }).waitFor();
    await track('Shapes').getByRole('button', { name: 'End solo' }).click();
    expect(await page.getByRole('button', { name: /^(?:Unlock|End solo)$/ }).count()).to.equal(1);
    await page.reload();
    await track('Text 2').getByRole('button', { name: 'Unlock' }).waitFor();
    expect(await page.getByRole('button', { name: 'End solo' }).count()).to.equal(0);
  });

  it('are muted, hidden and locked on a phone, one track at a time', async () => {
    const sound = {
      id: 'voice',
      type: 'audio',
      source: server.url('/none.mp3'),
      timeFrame: { start: 0, end: 2000 },
      volume: 0.4,
    };
    const video = await editor.stored({ ...TWO_TEXTS, clips: [TEXT, SHAPE, sound] });
    const { page } = await openEditor(editor, video);
    await page.setViewportSize({ width: 390, height: 844 });
    const track = (name: string) => page.getByRole('group', { name: `Track ${name}` });
    const tap = (name: string, button: string) => track(name).getByRole('button', { name: button }).click();
    await tap('Text', 'Text');
    await tap('Text', 'Lock');
    await tap('Text', 'Hide');
    await page.getByRole('button', { name: 'text clip first' }).waitFor({ state: 'detached' });
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    await tap('Sound', 'Sound');
    expect(await track('Text').getByRole('button', { name: 'Show' }).count(), 'the one before').to.equal(0);
    await tap('Sound', 'Mute');
    await isSaved(page);
    const [first, , voice] = (await storedVideo(editor, video.id)).clips;
    expect([first.when, voice.volume]).to.deep.equal([false, 0]);
    await tap('Sound', 'Unmute');
    await eventually(async () => expect((await storedVideo(editor, video.id)).clips[2].volume).to.equal(0.4));
    await tap('Text', 'Text');
    await tap('Text', 'Show');
    await isSaved(page);
    // It is locked: a press on it selects nothing.
    expect(await page.getByRole('button', { name: 'text clip first' }).count()).to.equal(0);
    await tap('Text', 'Unlock');
    await page.getByRole('button', { name: 'text clip first' }).waitFor();
  });
});
