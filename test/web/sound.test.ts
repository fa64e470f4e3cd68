import { expect } from 'chai';
import { editorForSuite } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';
import { startMedia } from '../support/renders/made-media.js';
import { itIfLong } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';
import { forSuite } from '../support/for-suite.js';

const FPS = 25;

/** Notes which sound is played, and from when on. */
const WATCH = `{
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (when, offset) {
    globalThis.played = { context: this.context, buffer: this.buffer, when, offset };
    return start.call(this, when, offset);
  };
}`;

/** The frame on screen, the one that belongs to what is heard then, and where the sound began; read in one step. */
const READ = `(() => {
  const canvas = document.querySelector('canvas.live');
  const { context, when, offset } = globalThis.played ?? {};
  if (!context || canvas.hidden || canvas.dataset.frame === undefined) return null;
  const heard = offset + context.currentTime - when - context.outputLatency;
  return { shown: Number(canvas.dataset.frame), heard: heard * ${FPS}, offset };
})()`;

/** The loudest level of the mix in each half of a second. */
const LEVELS = `(() => {
  const { buffer } = globalThis.played;
  const samples = buffer.getChannelData(0);
  const half = buffer.sampleRate / 2;
  return Array.from({ length: Math.round(samples.length / half) }, (_, index) =>
    samples.subarray(index * half + 2000, (index + 1) * half - 2000).reduce((most, one) => Math.max(most, Math.abs(one)), 0));
})()`;

describe('the sound of playback in the editor', () => {
  const editor = editorForSuite();
  const media = forSuite(startMedia, ({ stop }) => stop());

  it('is the mix of the video, begins at the playhead, and leads the picture', async () => {
    const tone = await media.made('tone.wav', ...lavfi('sine=f=880:d=20'));
    const { link } = await editor.stored({
      metadata: { name: 'Heard', duration: 10_000, fps: FPS, canvas: { width: 160, height: 90 } },
      clips: [{ id: 'tone', type: 'audio', source: tone, timeFrame: { start: 1500, end: 9000 } }],
    });
    const { page, complaints } = await editor.browser.open(editor.service.baseUrl);
    await page.addInitScript(WATCH);
    await page.goto(link);
    await page.getByRole('slider', { name: /^Time/ }).fill('1000');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const reads: { readonly shown: number; readonly heard: number; readonly offset: number }[] = [];
    // Often, the picture is the one that belongs to the sound.
    await eventually(async () => {
      const read = await page.evaluate<(typeof reads)[number] | null>(READ);
      if (read) reads.push(read);
      expect(reads.filter(({ shown, heard }) => heard - shown < 3)).to.have.length.at.least(3);
    }, 60_000);
    for (const { shown, heard, offset } of reads) {
      expect(offset).to.equal(1);
      expect(shown).to.be.at.least(FPS);
      // It is never ahead of the sound, but for the frame at the playhead, which is there before the sound begins.
      expect(shown).to.be.at.most(Math.max(heard, FPS) + 0.5);
    }
    const levels = await page.evaluate<ReadonlyArray<number>>(LEVELS);
    expect(levels.slice(0, 20).map((level) => level > 0.01)).to.deep.equal(
      Array.from({ length: 20 }, (_, half) => half >= 3 && half < 18),
    );
    expect(complaints).to.deep.equal([]);
  });

  itIfLong('is heard of all of a long project, whose videos are read when their time comes', async () => {
    const film = await media.made(
      'film.mp4',
      ...`-f lavfi -i testsrc2=size=160x90:rate=${FPS}:duration=2`.split(' '),
      ...'-f lavfi -i sine=f=880:d=2 -pix_fmt yuv420p'.split(' '),
    );
    const boxes = Array.from({ length: 30 }, (_, index) => ({
      type: 'shape',
      timeFrame: { start: index * 800, end: (index + 1) * 800 },
      shapeProperties: { shape: 'rectangle' },
    }));
    const late = { id: 'late', type: 'video', source: film, timeFrame: { start: 20_000, end: 22_000 } };
    const { link } = await editor.stored({
      metadata: { name: 'Long', duration: 24_000, fps: FPS, canvas: { width: 160, height: 90 } },
      clips: [...boxes, late],
    });
    const { page, complaints } = await editor.browser.open(editor.service.baseUrl);
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/source?')) read.push(request.url());
    });
    await page.addInitScript(WATCH);
    await page.goto(link);
    // The timeline shows its frames.
    await eventually(async () => expect(read).to.have.length(1));
    read.length = 0;
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const levels = await eventually(() => page.evaluate<ReadonlyArray<number>>(LEVELS));
    expect(levels.slice(38, 46).map((level) => level > 0.01)).to.deep.equal(
      Array.from({ length: 8 }, (_, half) => half >= 2 && half < 6),
    );
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(read).to.deep.equal([]);
    await page.getByRole('slider', { name: 'Time', exact: true }).fill('20500');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await eventually(async () => expect(read).to.have.length(1));
    expect(complaints).to.deep.equal([]);
  });
});
