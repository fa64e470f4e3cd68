import { expect } from 'chai';
import { compositionOf, resolvedOf, tryRender, studioForSuite } from '../support/renders/render.js';
import { renderedMedia } from '../support/renders/rendered-frames.js';
import { frameAt, mapOf, place, RAMP, SIDE } from './retimed-clips.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

describe('A retimed clip with flashes and beeps', () => {
  const studio = studioForSuite();
  before(async () => {
    // White for 80 ms and a beep of 80 ms, every 400 ms from 400 ms on.
    const flash = 'lt(mod(N,10),2)*gte(N,10)';
    const beep = `0.5*sin(2*PI*1000*t)*lt(mod(t\\,0.4)\\,0.08)*gte(t\\,0.4)`;
    const white = `color=black:s=64x64:r=25:d=6,format=yuv420p,geq=lum='16+200*${flash}':cb=128:cr=128`;
    const encoded = ['-c:v', 'libx264', '-qp', '4', '-g', '50', '-c:a', 'pcm_s16le', '-f', 'mov'];
    await studio.make('flash.mp4', ...lavfi(white), ...lavfi(`aevalsrc='${beep}':s=48000:d=6`), ...encoded);
  });

  /** When a beep sets in from `from` on, ms; the encoder's delay is in the file's edit list. */
  const onset = (sound: Float32Array, from: number): number => {
    for (let n = Math.max(0, Math.round(from * 48)); n < sound.length / 2; n += 1)
      if (Math.abs(sound[n * 2] ?? 0) > 0.1) return n / 48;
    return NaN;
  };
  const RATE = 60;
  /** The time that each way to play has, ms. */
  const EACH_MS = 3600;

  it('flashes and beeps at the computed times, exact to the frame and to the millisecond', async () => {
    const all: ReadonlyArray<readonly [object, object?]> = [
      [{ offset: 200, freeze: [{ at: 700, duration: 333 }] }, RAMP],
      [{ offset: 4700, loop: true }],
      [{ reverse: true, speed: 0.8 }],
      [{ speed: 0.8 }, { effects: { pitch: 'follow' } }],
      [{ speed: 0.5 }],
      [{ speed: 2 }],
      [{}, RAMP],
    ];
    const cases = LONG ? all : all.slice(0, 4);
    // One after the other.
    const composition = compositionOf(
      { fps: RATE, duration: EACH_MS * cases.length, canvas: { width: SIDE, height: SIDE } },
      cases.map(([timeFrame, more], index) => ({
        type: 'video',
        source: 'flash.mp4',
        timeFrame: { start: index * EACH_MS + 100, end: index * EACH_MS + 3500, ...timeFrame },
        ...place(0),
        ...more,
      })),
    );
    const { frames, sound } = await renderedMedia(studio, composition);
    for (const [index, resolved] of resolvedOf(composition).clips.entries()) {
      const [timeFrame, more] = cases[index]!;
      const map = mapOf(resolved, 6000);
      const isReversed = 'reverse' in timeFrame;
      const { start, end } = resolved.timeFrame;
      for (const [n, frame] of frames.entries()) {
        const t = (n * 1000) / RATE - start;
        if (t < 0 || t >= end - start) continue;
        const shown = frameAt(map.sourceTimeAt(t), isReversed, 150);
        const isWhite = (frame.at(SIDE / 2, SIDE / 2)[1] ?? 0) > 100;
        expect(isWhite, `${JSON.stringify([timeFrame, more])}: frame ${n}`).to.equal(
          shown >= 10 && shown % 10 < 2,
        );
      }
      let found = 0;
      for (const run of map.runs.filter(({ isFrozen }) => !isFrozen))
        for (let source = 400; source < 6000; source += 400) {
          // Backwards, the end of a flash and of a beep comes first.
          const t = map.timeIn(run, isReversed ? source + 80 : source);
          if (!(t > run.from + 20 && t < run.to - 100)) continue;
          const message = `${JSON.stringify([timeFrame, more])}: ${source}`;
          const at = start + t;
          expect(onset(sound, at - 30), message).to.be.closeTo(at, 1);
          found += 1;
        }
      expect(found, JSON.stringify(timeFrame)).to.be.at.least(2);
    }
  });

  it('makes the render fail, and is named, if it plays too often', async () => {
    const clip = {
      type: 'video',
      source: 'flash.mp4',
      timeFrame: { end: 10_000, offset: 5995, loop: true },
      ...place(0),
    };
    const outcome = await tryRender(
      studio,
      compositionOf({ duration: 10_000, canvas: { width: SIDE, height: SIDE } }, [clip]),
    );
    expect(outcome).to.deep.include({
      left: {
        stage: 'compose',
        message: 'the media of the clip plays more than 1000 times',
        retryable: false,
        clip: 'clips[0]',
      },
    });
  });
});
