import { expect } from 'chai';
import { compositionOf, studioForSuite } from '../../support/renders/render.js';
import { renderedMedia } from '../../support/renders/rendered-frames.js';
import { lavfi } from '../../support/renders/lavfi.js';

const RATE = 100;

describe('Sound whose file begins before zero, with the delay of its encoder', () => {
  const studio = studioForSuite();
  before(async () => {
    await studio.make(
      'white.mp4',
      ...lavfi("color=black:s=64x64:r=100:d=2,format=yuv420p,geq=lum='16+200*gte(N,100)':cb=128:cr=128"),
      ...'-c:v libx264 -qp 4 -bf 0 -g 10'.split(' '),
    );
    const tone = lavfi("aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,1)':s=48000:d=2");
    await studio.make('tone.mkv', ...tone, '-c:a', 'libopus');
    // The delay of Opus is 6.5 ms. The muxer moves all times after it, and moves the sound back.
    const [sound, picture] = [`${studio.folder}/tone.mkv`, `${studio.folder}/white.mp4`];
    const tracks = [
      '-copyts',
      '-i',
      sound,
      ...'-itsoffset -0.007 -i'.split(' '),
      picture,
      ...'-map 1:v -map 0:a'.split(' '),
    ];
    await studio.make('opus.mkv', ...tracks, '-c', 'copy');
  });

  /** When the picture becomes white and the tone begins, ms. */
  const onsetsOf = async (timeFrame: object) => {
    const clip = { type: 'video', source: 'opus.mkv', timeFrame, size: { width: 32, height: 32 } };
    const { frames, sound } = await renderedMedia(
      studio,
      compositionOf({ fps: RATE, duration: 2200, canvas: { width: 32, height: 32 } }, [clip]),
    );
    const white = frames.findIndex((frame) => frame.at(16, 16)[1] > 128);
    const tone = sound.findIndex((sample) => Math.abs(sample) > 0.1) / 2;
    return { picture: (white * 1000) / RATE, sound: tone / 48 };
  };

  for (const [timeFrame, at] of [
    [{ end: 2000 }, 1000],
    [{ start: 300, end: 2000, offset: 500 }, 800],
    [{ end: 2200, speed: 0.5 }, 2000],
  ] as const)
    it(`is heard at its time, and the picture shown at its: ${JSON.stringify(timeFrame)}`, async () => {
      const { picture, sound } = await onsetsOf(timeFrame);
      expect(picture).to.equal(at);
      const { speed } = { speed: 1, ...timeFrame };
      expect(sound).to.be.closeTo(at, 1.5 / speed);
    });
});
