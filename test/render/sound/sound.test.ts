import { expect } from 'chai';
import { decodeSound } from '../../support/pictures/decoded-media.js';
import { render, studioForSuite } from '../../support/renders/render.js';
import { audioClip, levelOf, peakOf, RATE, soundOnly } from '../../support/renders/sound.js';
import { LONG } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

describe('Audio of a render', () => {
  const studio = studioForSuite();
  const audio = (source: string, timeFrame: object, volume = 1) => audioClip(source, timeFrame, { volume });
  const soundOf = async (duration: number, clips: object[], fps = 10): Promise<Float32Array> => {
    const file = await render(studio, soundOnly(duration, clips, { fps }));
    const samples = await decodeSound(file.path);
    await file.dispose();
    return samples;
  };
  /** The time in ms of the loudest sample between two times. */
  const loudest = (samples: Float32Array, from: number, to: number): number => {
    let at = 0;
    let most = 0;
    for (let n = Math.round((from * RATE) / 1000); n < (to * RATE) / 1000; n += 1)
      if (Math.abs(samples[n * 2] ?? 0) > most) [at, most] = [n, Math.abs(samples[n * 2] ?? 0)];
    return (at * 1000) / RATE;
  };
  /**
   * The normalised cross-correlation of the left channels: the source from `from` ms on against the mix from `at` ms
   * on, tried at lags of up to 25 ms either way. Gives the best lag in samples, how strong it is, and the strongest
   * that lies more than 1 ms from it.
   */
  const correlation = (source: Float32Array, mixed: Float32Array, from: number, at: number, ms: number) => {
    const first = (from * RATE) / 1000;
    const begin = (at * RATE) / 1000;
    // The edges of the clip stay out at every lag; every third sample of the rest is plenty.
    const [skip, furthest, step] = [0.05 * RATE, 0.025 * RATE, 3];
    const strengths = Array.from({ length: furthest * 2 + 1 }, (_, index) => {
      let [both, ofSource, ofMix] = [0, 0, 0];
      for (let n = skip; n < (ms * RATE) / 1000 - skip; n += step) {
        const a = source[(first + n) * 2] ?? 0;
        const b = mixed[(begin + n + index - furthest) * 2] ?? 0;
        both += a * b;
        ofSource += a * a;
        ofMix += b * b;
      }
      return both / Math.sqrt(ofSource * ofMix);
    });
    const strength = Math.max(...strengths);
    const best = strengths.indexOf(strength);
    const next = Math.max(...strengths.filter((_, index) => Math.abs(index - best) > RATE / 1000));
    return { lag: best - furthest, strength, next };
  };
  const sine = (rate: number, channels: string, amplitude = 0.25, seconds = 2) =>
    lavfi(
      `aevalsrc='${channels
        .split('|')
        .map((frequency) => `${amplitude}*sin(2*PI*${frequency}*t)`)
        .join('|')}':s=${rate}:d=${seconds}`,
    );
  /** Clicks of one millisecond at the given times in ms. */
  const clicks = (rate: number, times: readonly number[], seconds: number) =>
    lavfi(
      `aevalsrc='0.8*(${times.map((ms) => `between(t,${ms / 1000},${(ms + 1) / 1000})`).join('+')})':s=${rate}:d=${seconds}`,
    );

  it('is as long as the video to within an AAC frame, and silent without sources', async () => {
    const lengths = [
      [1234, 29.97],
      [1000, 10],
      [3337, 24],
    ] as const;
    for (const [duration, fps] of LONG ? lengths : lengths.slice(0, 1)) {
      const samples = await soundOf(duration, [], fps);
      const wanted = (Math.round((duration * fps) / 1000) / fps) * RATE;
      expect(Math.abs(samples.length / 2 - wanted)).to.be.at.most(1024);
      expect(peakOf(samples)).to.equal(0);
    }
  });

  it('starts a click at its time, whatever the codec and its encoder delay', async () => {
    const codecs: readonly (readonly [string, readonly string[]])[] = [
      ['click.wav', []],
      ['click.mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']],
      ['click.m4a', ['-c:a', 'aac', '-b:a', '192k']],
      ['click.ogg', ['-c:a', 'libvorbis', '-q:a', '6']],
      ['click.opus', ['-c:a', 'libopus', '-b:a', '160k']],
      ['click.flac', []],
    ];
    const original = await studio.make('click.wav', ...clicks(48_000, [200, 7300], 8));
    for (const [name, codec] of codecs.slice(1)) await studio.make(name, '-i', original, ...codec);
    // One after the other, 2 s each.
    const samples = await soundOf(
      2000 * codecs.length,
      codecs.flatMap(([name], index) => [
        audio(name, { start: index * 2000 + 137, end: index * 2000 + 900 }),
        audio(name, { start: index * 2000 + 1000, end: index * 2000 + 1900, offset: 6811 }),
      ]),
    );
    for (const [index, [name]] of codecs.entries()) {
      const begin = index * 2000;
      expect(loudest(samples, begin, begin + 900) - begin, name).to.be.closeTo(337, 3);
      expect(loudest(samples, begin + 1000, begin + 2000) - begin, `${name} with an offset`).to.be.closeTo(
        1489,
        3,
      );
    }
  });

  it('aligns a source with its start and offset: white noise correlates with the mix there and nowhere else', async () => {
    const noise = await studio.make(
      'noise.flac',
      ...lavfi(`anoisesrc=color=white:seed=11:amplitude=0.4:r=${RATE}:d=3`),
    );
    const [start, offset, length] = [613, 1291, 800];
    const source = await decodeSound(noise);
    for (const shift of LONG ? [0, 17] : [17]) {
      const mixed = await soundOf(1600, [
        audio('noise.flac', { start: start + shift, end: start + shift + length, offset }),
      ]);
      const { lag, strength, next } = correlation(source, mixed, offset, start, length);
      expect(Math.abs(lag - (shift * RATE) / 1000), `lag of ${lag} samples`).to.be.at.most(0.005 * RATE);
      // White noise is the hardest that AAC can be given: it comes back with 0.90 of itself.
      expect(strength).to.be.at.least(0.85);
      expect(next).to.be.at.most(0.2);
    }
  });

  it('accepts any sample rate and channel layout; mono plays in both channels at its own level', async () => {
    const sources = [
      ['m8.wav', 8000, '440'],
      ['s96.wav', 96_000, '440|440'],
      ['m441.wav', 44_100, '440'],
      ['left.wav', 48_000, '440|0'],
    ] as const;
    for (const [name, rate, channels] of sources) await studio.make(name, ...sine(rate, channels));
    await studio.make('surround.flac', ...sine(48_000, '440|440|0|0|0|0'), '-channel_layout', '5.1');
    // One after the other, 1 s each.
    const names = [...sources.map(([name]) => name), 'surround.flac'];
    const samples = await soundOf(
      names.length * 1000,
      names.map((name, index) => audio(name, { start: index * 1000, end: index * 1000 + 1000 })),
    );
    const levelIn = (name: string, channel: 0 | 1): number => {
      const begin = names.indexOf(name) * 1000;
      return levelOf(samples, channel, begin + 200, begin + 800);
    };
    for (const name of ['m8.wav', 's96.wav', 'm441.wav'])
      for (const channel of [0, 1] as const)
        expect(levelIn(name, channel), name).to.be.closeTo(0.25 / Math.SQRT2, 0.004);
    expect(levelIn('left.wav', 0)).to.be.closeTo(0.25 / Math.SQRT2, 0.004);
    expect(levelIn('left.wav', 1)).to.be.below(0.001);
    expect(levelIn('surround.flac', 0)).to.be.within(0.05, 0.18);
  });

  it('adds up clips by their volumes, and leaves the sum unchanged below the ceiling', async () => {
    await studio.make('quiet.wav', ...sine(48_000, '440', 0.2));
    const one = await soundOf(1000, [audio('quiet.wav', { start: 0, end: 1000 }, 0.5)]);
    const three = await soundOf(
      1000,
      [1, 1, 1].map((volume) => audio('quiet.wav', { start: 0, end: 1000 }, volume)),
    );
    expect(levelOf(one, 0, 200, 800)).to.be.closeTo(0.1 / Math.SQRT2, 0.002);
    expect(levelOf(three, 0, 200, 800)).to.be.closeTo(0.6 / Math.SQRT2, 0.006);
    expect(peakOf(await soundOf(1000, [audio('quiet.wav', { start: 0, end: 1000 }, 0)]))).to.equal(0);
  });

  it('never clips, and recovers after a loud part', async () => {
    await studio.make('loud.wav', ...sine(48_000, '440', 0.9, 3));
    const samples = await soundOf(3000, [
      ...[1, 2, 3, 4].map(() => audio('loud.wav', { start: 1000, end: 1500 })),
      audio('quiet.wav', { start: 0, end: 1000 }),
      audio('quiet.wav', { start: 2000, end: 3000 }),
    ]);
    expect(peakOf(samples)).to.be.at.most(1);
    expect(levelOf(samples, 0, 1100, 1400)).to.be.within(0.55, 0.72);
    expect(levelOf(samples, 0, 200, 800)).to.be.closeTo(0.2 / Math.SQRT2, 0.003);
    expect(levelOf(samples, 0, 2600, 2900)).to.be.closeTo(0.2 / Math.SQRT2, 0.003);
  });

  it('of a video clip starts at its offset and ends with its source', async () => {
    await studio.make(
      'video.mp4',
      ...lavfi('color=red:s=16x16:r=10'),
      ...clicks(44_100, [900, 1700], 2),
      ...'-t 2 -c:a aac'.split(' '),
    );
    const samples = await soundOf(3000, [
      {
        type: 'video',
        source: 'video.mp4',
        timeFrame: { start: 250, end: 3000, offset: 500 },
        size: { width: 16, height: 16 },
      },
    ]);
    expect(loudest(samples, 0, 1000)).to.be.closeTo(650, 4);
    expect(loudest(samples, 1000, 2000)).to.be.closeTo(1450, 4);
    expect(levelOf(samples, 0, 1900, 2900)).to.be.below(1e-4);
  });
});
