import { expect } from 'chai';
import { track } from '../../support/pictures/keyframes.js';
import { studioForSuite } from '../../support/renders/render.js';
import {
  amplitudeOf,
  audioClip,
  decibels,
  expression,
  levelOf,
  loudnessOfMix,
  mixOf,
  peakOf,
  RATE,
  soundOnly,
  tone,
} from '../../support/renders/sound.js';
import { lavfi } from '../../support/renders/lavfi.js';

describe('Audio of clips', () => {
  const studio = studioForSuite();
  before(async () => {
    await studio.make('tone.wav', ...tone(1000, 0.5, 4));
    await studio.make('left.wav', ...expression('0.5*sin(2*PI*1000*t)|0', 4));
    await studio.make('low-and-high.wav', ...expression('0.2*sin(2*PI*100*t)+0.2*sin(2*PI*5000*t)', 4));
    await studio.make('constant.wav', ...expression('0.5|0.5', 4));
  });

  const clip = audioClip;
  const mix = (...project: Parameters<typeof soundOnly>) => mixOf(studio, soundOnly(...project));
  const at = (samples: Float32Array, ms: number): number => samples[Math.round((ms * RATE) / 1000) * 2] ?? 0;

  it('is the same to the last bit if all defaults are given', async () => {
    const times = { start: 100, end: 900 };
    const written = { volume: 1, audio: { fadeIn: 0, fadeOut: 0, curve: 'linear', pan: 0, denoise: false } };
    const [plain, explicit] = [
      await mix(1000, [clip('left.wav', times)]),
      await mix(1000, [clip('left.wav', times, written)]),
    ];
    expect(Buffer.from(explicit.buffer).equals(Buffer.from(plain.buffer))).to.equal(true);
  });

  it('fades in and out sample by sample by the formula of its curve', async () => {
    const curves = {
      linear: (p: number) => p,
      equalPower: (p: number) => Math.sin((p * Math.PI) / 2),
      exponential: (p: number) => (p <= 0 ? 0 : 10 ** (5 * (p - 1))),
    };
    for (const [curve, gain] of Object.entries(curves)) {
      const samples = await mix(3000, [
        clip('constant.wav', { start: 500, end: 2500 }, { audio: { fadeIn: 400, fadeOut: 700, curve } }),
      ]);
      for (let ms = 0; ms < 3000; ms += 7) {
        const within = ms < 500 || ms >= 2500 ? 0 : Math.min(1, (ms - 500) / 400, (2500 - ms) / 700);
        expect(at(samples, ms), `${curve} at ${ms} ms`).to.be.closeTo(0.5 * gain(within), 1e-4);
      }
    }
    const audio = { fadeIn: 400, fadeOut: 400, curveOut: 'exponential' };
    const both = await mix(1000, [clip('constant.wav', { start: 0, end: 1000 }, { audio })]);
    expect(at(both, 200), 'linear').to.be.closeTo(0.25, 1e-3);
    expect(at(both, 800), 'exponential').to.be.closeTo(0.5 * curves.exponential(0.5), 1e-4);
  });

  it('fades out to the end of the media if that comes first, and shortens fades that are longer than the audio', async () => {
    const short = await mix(4000, [
      clip('constant.wav', { start: 0, end: 4000, offset: 3000 }, { audio: { fadeOut: 500 } }),
    ]);
    expect(at(short, 499)).to.be.closeTo(0.5, 1e-4);
    expect(at(short, 750)).to.be.closeTo(0.25, 1e-3);
    expect(at(short, 999)).to.be.closeTo(0, 2e-3);
    const fast = await mix(4000, [
      clip(
        'constant.wav',
        { start: 0, end: 4000, speed: 2 },
        { audio: { fadeOut: 500 }, effects: { pitch: 'follow' } },
      ),
    ]);
    expect(at(fast, 1499)).to.be.closeTo(0.5, 1e-3);
    expect(at(fast, 1750)).to.be.closeTo(0.25, 1e-3);
    expect(levelOf(fast, 0, 2001, 4000)).to.equal(0);
    const shrunk = await mix(1000, [
      clip('constant.wav', { start: 0, end: 1000 }, { audio: { fadeIn: 3000, fadeOut: 1000 } }),
    ]);
    expect(at(shrunk, 375)).to.be.closeTo(0.25, 1e-3);
    expect(at(shrunk, 750)).to.be.closeTo(0.5, 1e-3);
    expect(at(shrunk, 875)).to.be.closeTo(0.25, 1e-3);
  });

  it('cross-fades where clips overlap: linear preserves equal signals, equalPower the power of different ones', async () => {
    const fade = (curve: string) => [
      { start: 0, end: 2000, audio: { fadeOut: 1000, curve } },
      { start: 1000, end: 3000, audio: { fadeIn: 1000, curve } },
    ];
    const equal = await mix(
      3000,
      fade('linear').map(({ audio, ...times }) => clip('constant.wav', times, { audio })),
    );
    for (let ms = 0; ms < 3000; ms += 7) expect(at(equal, ms), `linear at ${ms} ms`).to.be.closeTo(0.5, 1e-4);
    await studio.make('other.wav', ...tone(1700, 0.5, 4));
    const different = await mix(
      3000,
      fade('equalPower').map(({ audio, ...times }, index) =>
        clip(index === 0 ? 'tone.wav' : 'other.wav', times, { audio }),
      ),
    );
    for (let ms = 0; ms < 3000; ms += 100)
      expect(levelOf(different, 0, ms, ms + 100), `equalPower at ${ms} ms`).to.be.closeTo(
        0.5 / Math.SQRT2,
        0.004,
      );
  });

  it('amplifies up to tenfold, and follows keyframes of the volume smoothly', async () => {
    await studio.make('soft.wav', ...expression('0.05', 4));
    const loud = await mix(1000, [clip('soft.wav', { start: 0, end: 1000 }, { volume: 10 })]);
    expect(at(loud, 500)).to.be.closeTo(0.5, 1e-4);
    const keyframes = [track('volume', [0, 0], [1000, 1.5, 'easeInOutCubic'], [2000, 0.5, 'hold'])];
    const samples = await mix(3000, [
      clip('constant.wav', { start: 250, end: 3000 }, { volume: 0, keyframes }),
    ]);
    const eased = (p: number): number => (p < 0.5 ? 4 * p ** 3 : 1 - (2 - 2 * p) ** 3 / 2);
    for (let ms = 250; ms < 1250; ms += 3)
      expect(at(samples, ms), `at ${ms} ms`).to.be.closeTo(0.75 * eased((ms - 250) / 1000), 2e-3);
    expect(at(samples, 2500)).to.be.closeTo(0.25, 1e-4);
    // A step of the keyframes takes a millisecond, so that it does not click.
    let steepest = 0;
    for (let n = (2200 * RATE) / 1000; n < (2300 * RATE) / 1000; n += 1)
      steepest = Math.max(steepest, Math.abs((samples[n * 2 + 2] ?? 0) - (samples[n * 2] ?? 0)));
    expect(steepest).to.be.below(0.03);
  });

  it('is multiplied by the volumes of its groups', async () => {
    const samples = await mix(2000, [
      {
        type: 'group',
        timeFrame: { start: 500, end: 2000 },
        volume: 0.5,
        clips: [clip('constant.wav', { start: 0, end: 1500 }, { volume: 0.4 })],
      },
    ]);
    expect(at(samples, 1000)).to.be.closeTo(0.1, 1e-4);
  });

  it('is panned with equal power: mono keeps its power, stereo keeps both channels', async () => {
    for (const pan of [-1, -0.5, 0.25, 1]) {
      const mono = await mix(1000, [
        clip('tone.wav', { start: 0, end: 1000 }, { audio: { pan }, volume: 0.5 }),
      ]);
      const angle = ((pan + 1) * Math.PI) / 4;
      const full = (0.25 / Math.SQRT2) * Math.SQRT2;
      expect(levelOf(mono, 0, 100, 900), `left at ${pan}`).to.be.closeTo(full * Math.cos(angle), 1e-3);
      expect(levelOf(mono, 1, 100, 900), `right at ${pan}`).to.be.closeTo(full * Math.sin(angle), 1e-3);
    }
    const right = await mix(1000, [clip('left.wav', { start: 0, end: 1000 }, { audio: { pan: 1 } })]);
    expect(levelOf(right, 0, 100, 900)).to.be.below(1e-6);
    expect(levelOf(right, 1, 100, 900)).to.be.closeTo(0.5 / Math.SQRT2, 1e-3);
    const half = await mix(1000, [clip('left.wav', { start: 0, end: 1000 }, { audio: { pan: 0.5 } })]);
    expect(levelOf(half, 0, 100, 900)).to.be.closeTo(0.25, 1e-3);
    expect(levelOf(half, 1, 100, 900)).to.be.closeTo(0.25, 1e-3);
  });

  it('loses 12 dB per octave outside the pass band of highpass and lowpass', async () => {
    const filtered = async (audio: object) => {
      const samples = await mix(2000, [clip('low-and-high.wav', { start: 0, end: 2000 }, { audio })]);
      return [100, 5000].map((frequency) => decibels(amplitudeOf(samples, 0, frequency, 500, 1500) / 0.2));
    };
    const [low = 0, kept = 0] = await filtered({ highpass: 400 });
    expect(low).to.be.closeTo(-24.1, 0.3);
    expect(kept).to.be.closeTo(0, 0.1);
    const [below = 0, high = 0] = await filtered({ lowpass: 1250 });
    expect(below).to.be.closeTo(0, 0.1);
    // The bilinear transform bends the upper end of the response a little downwards.
    expect(high).to.be.closeTo(-24.6, 0.6);
    const [edge = 0] = await filtered({ highpass: 100 });
    expect(edge).to.be.closeTo(-3, 0.1);
  });

  it('loses steady noise and keeps what stands out from it', async () => {
    await studio.make(
      'noisy.wav',
      ...lavfi(`aevalsrc='0.01*(2*random(0)-1)+0.3*sin(2*PI*800*t)*gt(mod(t,2),1)':s=${RATE}:d=8`),
    );
    const [before, after] = [
      await mix(8000, [clip('noisy.wav', { start: 0, end: 8000 })]),
      await mix(8000, [clip('noisy.wav', { start: 0, end: 8000 }, { audio: { denoise: 20 } })]),
    ];
    const change = (from: number, to: number) =>
      decibels(levelOf(after, 0, from, to) / levelOf(before, 0, from, to));
    expect(change(6200, 6800)).to.be.below(-12);
    const onset = (samples: Float32Array): number =>
      samples.findIndex((sample, index) => index > 6.5 * RATE * 2 && Math.abs(sample) > 0.15) / 2;
    expect(onset(after)).to.be.closeTo(onset(before), 0.002 * RATE);
    expect(
      decibels(amplitudeOf(after, 0, 800, 7200, 7800) / amplitudeOf(before, 0, 800, 7200, 7800)),
    ).to.be.closeTo(0, 1);
  });

  it('is normalised to its own loudness before its volume applies', async () => {
    await studio.make(
      'programme.wav',
      ...lavfi(
        `anoisesrc=color=pink:seed=3:amplitude=0.3:r=${RATE}:d=4,tremolo=f=0.7:d=0.6,asplit[a][b];[a][b]amerge`,
      ),
    );
    for (const [normalize, volume] of [
      [-23, 1],
      [-30, 0.5],
    ] as const) {
      const samples = await mix(4000, [
        clip('programme.wav', { start: 0, end: 4000 }, { audio: { normalize, highpass: 60 }, volume }),
      ]);
      const measured = await loudnessOfMix(studio, samples);
      expect(measured).to.be.closeTo(normalize + decibels(volume), 0.2);
    }
    await studio.make('silence.wav', ...expression('0', 2));
    const silence = await mix(1000, [
      clip('silence.wav', { start: 0, end: 1000 }, { audio: { normalize: -10 } }),
    ]);
    expect(peakOf(silence)).to.equal(0);
  });
});
