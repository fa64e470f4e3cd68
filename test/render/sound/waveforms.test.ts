import { expect } from 'chai';
import type { Picture } from '../../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, studioForSuite } from '../../support/renders/render.js';
import { renderedFrames } from '../../support/renders/rendered-frames.js';
import { expression } from '../../support/renders/sound.js';

describe('Waveforms', () => {
  const studio = studioForSuite();
  before(async () => {
    // Half of full scale for a second, then a quarter of it.
    await studio.make('steps.wav', ...expression('0.5-0.25*gte(t,1)', 3));
  });

  const canvas = { width: 200, height: 100 };
  const sound = { id: 'sound', type: 'audio', source: 'steps.wav', timeFrame: { start: 500, end: 3500 } };
  const waveform = (waveformProperties: object, more: object = {}) => ({
    type: 'waveform',
    timeFrame: { end: 4000 },
    size: canvas,
    waveformProperties: { barWidth: 10, gap: 10, window: 1000, gain: 1, ...waveformProperties },
    ...more,
  });
  const draw = (ms: number, ...clips: ReadonlyArray<object>): Promise<Picture> =>
    drawFrame(studio, compositionOf({ duration: 4000, fps: 10, canvas }, clips), ms);
  /** How many pixels of a column are lit, fractions counted. */
  const litIn = (picture: Picture, x: number, from = 0, to = canvas.height): number => {
    let sum = 0;
    for (let y = from; y < to; y += 1) sum += (picture.at(x, y)[0] ?? 0) / 255;
    return sum;
  };
  const heights = (picture: Picture): ReadonlyArray<number> =>
    Array.from({ length: 10 }, (_, bar) => litIn(picture, 10 + 20 * bar));

  it('show the level around the current time as bars: the past on the left, the future on the right', async () => {
    const picture = await draw(1500, sound, waveform({ clip: 'sound' }));
    const high = heights(picture);
    for (const bar of [0, 1, 2, 3, 4]) expect(high[bar], `bar ${bar}`).to.be.closeTo(50, 1);
    for (const bar of [5, 6, 7, 8, 9]) expect(high[bar], `bar ${bar}`).to.be.closeTo(25, 1);
    expect(litIn(picture, 20)).to.be.below(0.5);
    // The middle of the picture is the middle of the bars.
    expect(litIn(picture, 10, 0, 50)).to.be.closeTo(litIn(picture, 10, 50), 0.5);
    const later = heights(await draw(1600, sound, waveform({ clip: 'sound' })));
    expect(later.map((value) => Math.round(value))).to.deep.equal([50, 50, 50, 50, 25, 25, 25, 25, 25, 25]);
  });

  it('show the minimum height before and after the audio, and where there is none', async () => {
    for (const [ms, clip] of [
      [0, 'sound'],
      [3900, 'sound'],
    ] as const) {
      const high = heights(await draw(ms, sound, waveform({ clip, minHeight: 4 })));
      expect(Math.min(...high)).to.be.closeTo(4, 0.5);
    }
    const muted = heights(
      await draw(1500, { ...sound, volume: 0 }, waveform({ clip: 'sound', minHeight: 4 })),
    );
    for (const high of muted) expect(high).to.be.closeTo(4, 0.5);
  });

  it('show a clip as it is heard, with its volume, fades and keyframes, and grow from the aligned side', async () => {
    const audio = { fadeIn: 1000, fadeOut: 0 };
    const faded = await draw(
      1000,
      { ...sound, volume: 0.8, audio },
      waveform({ clip: 'sound', align: 'bottom' }),
    );
    // At 1000 ms the fade has come half its way; bars are 100 ms wide and 0.5 × 0.8 × fade high.
    for (const [bar, high] of heights(faded).entries()) {
      const fade = Math.min(1, Math.max(0, (bar * 100 + 50) / 1000));
      expect(high, `bar ${bar}`).to.be.closeTo(Math.max(2, 40 * fade), 1.2);
      expect(litIn(faded, 10 + 20 * bar, 95), `bar ${bar} stands on the bottom`).to.be.closeTo(
        Math.min(5, high),
        0.5,
      );
    }
  });

  it('show an audio source of their own, which is not heard; the loudest moment fills the box', async () => {
    const clip = waveform({ source: 'steps.wav' }, { timeFrame: { start: 1000, end: 4000, offset: 500 } });
    const { gain: _, ...automatic } = clip.waveformProperties;
    const picture = await draw(1500, { ...clip, waveformProperties: { ...automatic } });
    expect(heights(picture)[0]).to.be.closeTo(100, 1);
    expect(heights(picture)[9]).to.be.closeTo(50, 1);
  });

  it('draw a line through the samples, and bars in a circle around the centre', async () => {
    const line = await draw(
      1000,
      sound,
      waveform({ clip: 'sound', style: 'line', lineWidth: 4, window: 500 }),
    );
    let [sum, weight] = [0, 0];
    for (let y = 0; y < 100; y += 1) {
      const lit = (line.at(100, y)[0] ?? 0) / 255;
      sum += lit * (y + 0.5);
      weight += lit;
    }
    expect(weight).to.be.closeTo(4, 0.6);
    expect(sum / weight).to.be.closeTo(50 - 0.5 * 48, 0.5);
    expect(litIn(line, 0)).to.be.closeTo(4, 0.6);
    const small = { size: { width: 100, height: 100 }, position: { x: 50, y: 0 } };
    const inside = await draw(1000, sound, waveform({ clip: 'sound', style: 'line' }, small));
    expect(litIn(inside, 48)).to.equal(0);
    expect(litIn(inside, 151)).to.equal(0);
    const circle = await draw(
      1400,
      sound,
      waveform({ clip: 'sound', style: 'circle', innerRadius: 0.4, barWidth: 4, gap: 2, window: 800 }),
    );
    // The spoke at the top shows the current level: half of the 30 px between the radii.
    expect(litIn(circle, 100, 0, 50)).to.be.closeTo(15, 1);
    expect(litIn(circle, 100, 31, 50)).to.be.below(0.5);
  });

  it('are filled with gradients, in groups and under effects, frame by frame', async () => {
    const color = {
      type: 'linear',
      angle: 90,
      stops: [
        { offset: 0, color: '#FF0000' },
        { offset: 1, color: '#0000FF' },
      ],
    };
    const inner = waveform(
      { clip: 'sound', color, backgroundColor: '#00FF00' },
      { timeFrame: { end: 1000 } },
    );
    const group = {
      type: 'group',
      timeFrame: { start: 1000, end: 2000 },
      size: canvas,
      clips: [{ ...inner, effects: { opacity: 0.5 } }],
    };
    const composition = compositionOf({ duration: 2000, fps: 10, canvas }, [sound, group]);
    const frames = await renderedFrames(studio, composition);
    const picture = frames[15];
    if (!picture) throw new Error('no frame');
    const [left, right] = [picture.at(10, 50), picture.at(190, 50)];
    expect(left[0]).to.be.closeTo(121, 14);
    expect(right[2]).to.be.closeTo(121, 14);
    expect(picture.at(20, 50)[1]).to.be.closeTo(128, 14);
  });
});
