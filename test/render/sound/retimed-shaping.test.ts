import { expect } from 'chai';
import { studioForSuite } from '../../support/renders/render.js';
import {
  audioClip,
  decibels,
  expression,
  levelOf,
  mixOf,
  RATE,
  soundOnly,
} from '../../support/renders/sound.js';
import { itIfLong, LONG } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

describe('The sound of a retimed clip', () => {
  const studio = studioForSuite();
  const mix = (...project: Parameters<typeof soundOnly>) => mixOf(studio, soundOnly(...project));
  const at = (samples: Float32Array, ms: number): number => samples[Math.round((ms * RATE) / 1000) * 2] ?? 0;

  itIfLong(
    'loses noise as it does at its own speed: silence in freezes and after its end is no pause',
    async () => {
      const noise = `aevalsrc='0.01*(2*random(0)-1)+0.3*sin(2*PI*800*t)*gt(mod(t,2),1)':s=${RATE}:d=4`;
      await studio.make('noisy.wav', ...lavfi(noise));
      // The pause that is measured is that from 2000 to 3000 ms of the source.
      const cases = [
        [{ end: 8000, speed: 1.25 }, {}, 1750],
        [{ end: 5000, freeze: [{ at: 500, duration: 1000 }] }, {}, 3200],
        [{ end: 8000, speed: 0.5 }, { pitch: 'follow' }, 4400],
      ] as const;
      for (const [timeFrame, effects, from] of LONG ? cases : cases.slice(0, 2)) {
        const [before, after] = [
          await mix(8000, [audioClip('noisy.wav', timeFrame, { effects })]),
          await mix(8000, [audioClip('noisy.wav', timeFrame, { effects, audio: { denoise: 20 } })]),
        ];
        const change = decibels(levelOf(after, 0, from, from + 500) / levelOf(before, 0, from, from + 500));
        expect(change, JSON.stringify(timeFrame)).to.be.below(-10);
      }
    },
  );

  it('fades out to the end of the sound of its media, if the picture lasts longer', async () => {
    const picture = lavfi('color=red:s=16x16:r=10:d=4');
    const sound = expression('0.5|0.5', 2).slice(0, 4);
    await studio.make('short.mov', ...picture, ...sound, '-c:v', 'mpeg4', '-c:a', 'pcm_s16le');
    const faded = (timeFrame: object) =>
      mix(4000, [
        {
          type: 'video',
          source: 'short.mov',
          timeFrame: { end: 4000, ...timeFrame },
          size: { width: 16, height: 16 },
          audio: { fadeOut: 500 },
          effects: { pitch: 'follow' },
        },
      ]);
    const cases = [
      [{ offset: 500, speed: 0.5 }, 3000],
      [{ freeze: [{ at: 200, duration: 300 }] }, 2300],
      [{ loop: true, offset: 1500, speed: 2, end: 3500 }, 2750],
      [{}, 2000],
      [{ speed: 2 }, 1000],
    ] as const;
    for (const [timeFrame, end] of LONG ? cases : cases.slice(0, 3)) {
      const samples = await faded(timeFrame);
      const name = JSON.stringify(timeFrame);
      expect(levelOf(samples, 0, end + 1, end + 100), name).to.be.below(1e-3);
      // At the edge of the media, the resampler mixes in the silence that follows.
      expect(at(samples, end - 20), name).to.be.closeTo(0.02, 2e-3);
      expect(at(samples, end - 200), name).to.be.closeTo(0.2, 2e-3);
    }
    const backwards = await faded({ reverse: true });
    expect(levelOf(backwards, 0, 100, 1900)).to.equal(0);
    expect(at(backwards, 3750)).to.be.closeTo(0.25, 2e-3);
  });
});
