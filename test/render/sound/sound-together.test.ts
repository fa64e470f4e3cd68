import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { render, tryRender, studioForSuite } from '../../support/renders/render.js';
import {
  audioClip,
  decibels,
  expression,
  ffmpegLoudness,
  levelOf,
  loudnessOfMix,
  mixOf,
  peakOf,
  RATE,
  soundOnly,
  tone,
} from '../../support/renders/sound.js';
import { spoken } from '../../support/renders/speech.js';
import { itIfLong, LONG } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

describe('Mixed audio', () => {
  const studio = studioForSuite();
  before(async () => {
    await studio.make('constant.wav', ...expression('0.2|0.2', 12));
    await studio.make('tone.wav', ...tone(1000, 0.1, 12));
  });

  const clip = audioClip;
  const mix = (...project: Parameters<typeof soundOnly>) => mixOf(studio, soundOnly(...project));
  /** The constant part of the sound around an instant: a tone of 1 kHz has none over a millisecond. */
  const constantAt = (samples: Float32Array, ms: number): number => {
    const first = Math.round(((ms - 0.5) * RATE) / 1000);
    let sum = 0;
    for (let n = first; n < first + RATE / 1000; n += 1) sum += samples[n * 2] ?? 0;
    return sum / (RATE / 1000);
  };

  it('is ducked by the named clips: by the given dB, within attack and release', async () => {
    const samples = await mix(6000, [
      clip(
        'constant.wav',
        { start: 0, end: 6000 },
        { duck: { by: -18, when: ['a', 'b'], attack: 300, release: 600 } },
      ),
      clip('tone.wav', { start: 1000, end: 2000 }, { id: 'a' }),
      clip('tone.wav', { start: 4000, end: 4150 }, { id: 'b' }),
    ]);
    const level = (ms: number): number => {
      if (ms < 2000) return -18 * Math.min(1, Math.max(0, (ms - 1000) / 300));
      if (ms < 4000) return -18 * Math.max(0, 1 - (ms - 2000) / 600);
      // The second is over before the level has come down: it rises from where it is.
      return ms < 4150 ? (-18 * (ms - 4000)) / 300 : -18 * Math.max(0, 0.5 - (ms - 4150) / 600);
    };
    for (let ms = 5; ms < 5990; ms += 10)
      expect(decibels(constantAt(samples, ms) / 0.2), `at ${ms} ms`).to.be.closeTo(level(ms), 0.1);
  });

  it('is not ducked by muted or inaudible clips, and stays ducked in short pauses', async () => {
    await studio.make('bursts.wav', ...expression('0.1*sin(2*PI*1000*t)*lt(mod(t,0.6),0.3)', 3));
    const room = async (source: string, more: object): Promise<number> => {
      const duck = { by: -12, when: ['key'], attack: 1, release: 1 };
      const samples = await mix(3000, [
        clip('constant.wav', { start: 0, end: 3000 }, { duck }),
        clip(source, { start: 1000, end: 2000 }, { id: 'key', ...more }),
      ]);
      return decibels(constantAt(samples, 1500) / 0.2);
    };
    expect(await room('tone.wav', {})).to.be.closeTo(-12, 0.05);
    expect(await room('tone.wav', { volume: 0 })).to.be.closeTo(0, 0.05);
    expect(await room('tone.wav', { volume: 0.02 })).to.be.closeTo(0, 0.05);
    expect(await room('bursts.wav', {})).to.be.closeTo(-12, 0.05);
  });

  it('is ducked by speech, not by steady noise', async () => {
    const voice = await spoken(
      'The quick brown fox jumps over the lazy dog. Then it sleeps for a long time.',
    );
    await writeFile(
      join(studio.folder, 'voice.s16'),
      new Uint8Array(voice.buffer, voice.byteOffset, voice.byteLength),
    );
    const raw = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', join(studio.folder, 'voice.s16')];
    await studio.make('voice.wav', ...raw, '-af', 'volume=0.3,highpass=f=100');
    await studio.make('steady.wav', ...lavfi(`anoisesrc=color=pink:seed=1:amplitude=0.1:r=${RATE}:d=8`));
    const audible = (sample: number): boolean => Math.abs(sample) > 600;
    const from = 2000 + voice.findIndex(audible) / 16;
    const to = 2000 + voice.findLastIndex(audible) / 16;
    const ducked = async (other: string) => {
      const music = clip('tone.wav', { start: 0, end: 8000 }, { duck: { by: -20, attack: 50, release: 50 } });
      const [alone, both] = [
        await mix(8000, [clip(other, { start: 2000, end: 8000 })]),
        await mix(8000, [music, clip(other, { start: 2000, end: 8000 })]),
      ];
      return both.map((sample, n) => sample - (alone[n] ?? 0));
    };
    const music = await ducked('voice.wav');
    const full = 0.1 / Math.SQRT2;
    expect(decibels(levelOf(music, 0, 500, from - 100) / full)).to.be.closeTo(0, 0.05);
    expect(decibels(levelOf(music, 0, from + 100, to - 100) / full)).to.be.closeTo(-20, 0.5);
    expect(decibels(levelOf(music, 0, to + 200, 7900) / full)).to.be.closeTo(0, 0.05);
    const steady = await ducked('steady.wav');
    expect(decibels(levelOf(steady, 0, 2500, 7500) / full)).to.be.closeTo(0, 0.05);
  });

  it('includes sounds that begin and end between two frames, to the sample', async () => {
    // Ten frames a second.
    const group = { type: 'group', timeFrame: { start: 210, end: 230 } };
    const samples = await mix(1000, [
      clip('constant.wav', { start: 10, end: 20 }),
      { ...group, clips: [clip('constant.wav', { start: 0, end: 1000 })] },
      clip('constant.wav', { start: 999, end: 2000 }),
      clip('missing.wav', { start: 1000, end: 2000 }),
    ]);
    const heard = [...samples.keys()].filter((n) => n % 2 === 0 && samples[n] !== 0).map((n) => n / 2);
    const from = (ms: number, length: number) => Array.from({ length }, (_, n) => ms * 48 + n);
    expect(heard).to.deep.equal([...from(10, 480), ...from(210, 960), ...from(999, 48)]);
  });

  it('includes a soundtrack that repeats until the end and fades out there', async () => {
    // 700 ms long: a ramp shows where in it the sound is.
    await studio.make('ramp.wav', ...expression('0.1+t/2|0.1+t/2', 0.7));
    const soundtrack = { source: 'ramp.wav', volume: 0.5, fadeIn: 200, fadeOut: 500, loop: true };
    const samples = await mix(3000, [], { soundtrack });
    for (let ms = 3; ms < 3000; ms += 11) {
      const gain = 0.5 * Math.min(1, ms / 200, (3000 - ms) / 500);
      const wanted = (0.1 + (ms % 700) / 2000) * gain;
      expect(samples[Math.round((ms * RATE) / 1000) * 2], `at ${ms} ms`).to.be.closeTo(wanted, 2e-3);
    }
    const once = await mix(2000, [], { soundtrack: { ...soundtrack, fadeIn: 0, loop: false } });
    expect(once[Math.round(0.1 * RATE) * 2]).to.be.closeTo(0.075, 1e-3);
    expect(once[Math.round(0.45 * RATE) * 2]).to.be.closeTo((0.1 + 0.225) * 0.5 * 0.5, 1e-3);
    expect(levelOf(once, 0, 700, 2000)).to.equal(0);
  });

  it('fails with the name of the soundtrack if that is not audio', async () => {
    await writeFile(join(studio.folder, 'text.mp3'), 'not a sound');
    const failed = await tryRender(studio, soundOnly(1000, [], { soundtrack: { source: 'text.mp3' } }));
    expect(failed).to.have.nested.property('left.clip', 'metadata.soundtrack');
  });

  it('has the requested loudness, from quiet and loud clips, with limited peaks', async () => {
    const makes: ReadonlyArray<readonly [string, string, target: number]> = [
      ['soft.wav', `anoisesrc=color=pink:seed=3:amplitude=0.02:r=${RATE}:d=4,tremolo=f=0.5:d=0.5`, -23],
      // Short bursts far above the rest: bringing them to the target takes the limiter.
      ['peaky.wav', `aevalsrc='sin(2*PI*300*t)*(0.03+0.8*lt(mod(t,0.5),0.02))':s=${RATE}:d=4`, -14],
    ];
    for (const [name, graph, sample] of makes) {
      await studio.make(name, ...lavfi(graph));
      for (const target of LONG ? [-14, -23] : [sample]) {
        const file = await render(
          studio,
          soundOnly(4000, [clip(name, { start: 0, end: 4000 })], { loudness: { target } }),
        );
        expect(await ffmpegLoudness(file.path), `${name} at ${target}`).to.be.closeTo(target, 0.5);
        await file.dispose();
      }
    }
    const samples = await mix(4000, [clip('peaky.wav', { start: 0, end: 4000 })], {
      loudness: { target: -14 },
    });
    expect(peakOf(samples)).to.be.at.most(10 ** (-0.5 / 20) + 1e-6);
    const silence = await mix(1000, [], { loudness: {} });
    expect(peakOf(silence)).to.equal(0);
  });

  itIfLong("is measured before it is encoded, with the same result as ffmpeg's", async () => {
    const samples = await mix(4000, [clip('soft.wav', { start: 0, end: 4000 })], { loudness: {} });
    expect(await loudnessOfMix(studio, samples)).to.be.closeTo(-14, 0.11);
  });
});
