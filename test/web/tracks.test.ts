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

  it('have names that people give them, which stay with their clips, and are undone', async () => {
    const video = await editor.stored({ ...TWO_TEXTS, clips: [TEXT, SHAPE], additional: { order: 7 } });
    const { page, complaints } = await openEditor(editor, video);
    const track = (name: string) => page.getByRole('group', { name: `Track ${name}`, exact: true });
    await track('Text').getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByLabel('New name of Text').fill('  Headlines ');
    await page.keyboard.press('Enter');
    await track('Headlines').waitFor();
    await isSaved(page);
    expect(await storedVideo(editor, video.id)).to.have.deep.property('additional', {
      order: 7,
      trackNames: { first: 'Headlines' },
    });
    // The name follows its clip above the other track.
    await page.getByRole('button', { name: 'text clip first' }).click();
    await page.keyboard.press(']');
    await eventually(async () => {
      const heads = await page.getByRole('group', { name: /^Track / }).allInnerTexts();
      expect(heads.map((head) => head.trim())).to.deep.equal(['Headlines', 'Shapes']);
    });
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await track('Headlines').getByRole('button', { name: 'Headlines' }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Other');
    await page.keyboard.press('Escape');
    await track('Headlines').getByRole('button', { name: 'Headlines' }).press('Enter');
    await page.getByLabel('New name of Headlines').fill('');
    await page.keyboard.press('Enter');
    await track('Text').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await track('Headlines').waitFor();
    await isSaved(page);
    await page.reload();
    await track('Headlines').waitFor();
    expect(complaints).to.deep.equal([]);
  });

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

  it('are selected by a rectangle that is drawn over their bars, and no longer by a click beside them', async () => {
    const { page } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await page.locator('.bar-clip').first().waitFor();
    const { x, y, width, height } = await boxOf(page.locator('.lanes'));
    const selected = () => page.locator('.bar-clip[aria-pressed="true"]').count();
    /** Draws from beside the bars, which end before, to a height. */
    const draw = async (to: number): Promise<void> => {
      await page.mouse.move(x + 0.75 * width, y + 4);
      await page.mouse.down();
      await page.mouse.move(x + 0.25 * width, y + to, { steps: 4 });
      await page.locator('.marquee').waitFor();
      await page.mouse.up();
      await page.locator('.marquee').waitFor({ state: 'detached' });
    };
    await draw(height - 4);
    expect(await selected()).to.equal(2);
    await draw(12);
    expect(await selected()).to.equal(1);
    await page.mouse.click(x + 0.75 * width, y + 4);
    expect(await selected()).to.equal(0);
  });

  it('are zoomed around the pointer with Control and the wheel', async () => {
    const { page } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    const bar = page.getByRole('button', { name: /^text first, from/ });
    const before = await boxOf(bar);
    const end = before.x + before.width;
    await page.mouse.move(end, before.y + before.height / 2);
    await page.keyboard.down('Control');
    for (let turns = 0; turns < 3; turns += 1) await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await eventually(async () => {
      const after = await boxOf(bar);
      expect(after.width / before.width).to.be.closeTo(1.002 ** 360, 0.02);
      expect(after.x + after.width, 'the time under the pointer').to.be.closeTo(end, 2);
    });
  });

  it('have markers, which lead to their times, and to which clips snap', async () => {
    const video = await editor.stored({ ...TWO_TEXTS, clips: [TEXT] });
    const { page } = await openEditor(editor, video);
    const time = page.getByRole('slider', { name: /^Time/ });
    await time.fill('1000');
    await page.keyboard.press('m');
    const flag = page.locator('.marker-flags button');
    await flag.getByText('Chapter 1').waitFor();
    await time.fill('3000');
    await flag.click();
    await eventually(async () => expect(await time.inputValue()).to.equal('1000'));
    await time.fill('3000');
    const bar = page.locator('.bar-clip').first();
    const { width } = await boxOf(bar); // of 2 s
    await drag(bar, width / 2 + 3, 0);
    await isSaved(page);
    const { metadata, clips } = await storedVideo(editor, video.id);
    expect(metadata.markers).to.deep.equal([{ time: 1000, name: 'Chapter 1' }]);
    expect(clips[0].timeFrame.start).to.equal(1000);
  });

  it('follow the handle of the playhead, which is dragged', async () => {
    const { page } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    const time = page.getByRole('slider', { name: 'Time', exact: true });
    await time.fill('1000');
    const line = await boxOf(page.locator('.playhead'));
    const perMs = (await boxOf(page.locator('.bar-clip').first())).width / 2000;
    const [x, y] = [line.x + line.width / 2, line.y + 14];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 1000 * perMs, y, { steps: 4 });
    await page.mouse.up();
    expect(Number(await time.inputValue())).to.be.closeTo(2000, 50);
    const moved = await boxOf(page.locator('.playhead'));
    expect(moved.x - line.x).to.be.closeTo(1000 * perMs, 10);
  });

  it('fade as their grips are dragged, and close the gap of what is deleted with Shift', async () => {
    const [first, second] = TWO_TEXTS.clips;
    const later = { ...second, timeFrame: { start: 2500, end: 4000 } };
    const video = await editor.stored({ ...TWO_TEXTS, clips: [first, later] });
    const { page } = await openEditor(editor, video);
    const stored = () => storedVideo(editor, video.id);
    const bar = page.getByRole('button', { name: /^text first, from/ });
    await bar.focus();
    const perMs = (await boxOf(bar)).width / 2000;
    await drag(bar.locator('.fade-grip.in'), 500 * perMs, 0);
    const [grip, name] = await Promise.all(
      ['.fade-grip.in', '.bar-name'].map((part) => boxOf(bar.locator(part))),
    );
    expect(name?.x, 'beside the grip').to.be.at.least((grip?.x ?? Infinity) + (grip?.width ?? 0));
    await drag(bar.locator('.fade-grip.out'), -300 * perMs, 0);
    await eventually(async () => {
      const { transition } = (await stored()).clips[0];
      expect([transition.in.type, transition.out.type]).to.deep.equal(['fade', 'fade']);
      expect(transition.in.duration).to.be.closeTo(500, 15);
      expect(transition.out.duration).to.be.closeTo(300, 15);
    });
    await bar.focus();
    await page.keyboard.press('Shift+Delete');
    await eventually(async () => {
      const { clips, metadata } = await stored();
      expect(clips).to.have.length(1);
      expect(clips[0].timeFrame).to.deep.equal({ start: 500, end: 2000 });
      expect(metadata.duration).to.equal(2000);
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
