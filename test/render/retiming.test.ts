import { expect } from 'chai';
import { retimingOf } from '../../domain/composition/animation/retiming.js';
import { type TimeMap, timeMapOf } from '../../domain/composition/animation/time-map.js';
import {
  compositionOf,
  decodeFrames,
  decodeSound,
  openStudio,
  type Picture,
  render,
  resolvedOf,
  type Studio,
  tryRender,
} from '../support/render.js';

const SOURCE_RATE = 25;
const SOURCE_FRAMES = 100;
const MEDIA = 4000;
const SIDE = 32;

/** The source frame whose grey level a picture shows in one of its columns. */
const shownIn = (picture: Picture, column: number): number =>
  Math.round(((picture.at(column * SIDE + SIDE / 2, SIDE / 2)[1] ?? 0) * 219) / 255 / 2);

const RAMP = {
  keyframes: [
    {
      property: 'timeFrame.speed',
      points: [
        { time: 500, value: 0.5 },
        { time: 2000, value: 3, easing: 'easeInOut' },
        { time: 2600, value: 0.2, easing: 'easeOutBounce' },
      ],
    },
  ],
};

/** Ways to play a source of 100 frames, 25 a second; each with a start and an offset off the grid of frames. */
const CASES: ReadonlyArray<readonly [name: string, timeFrame: object, more?: object]> = [
  ['half speed', { speed: 0.5 }],
  ['fast', { speed: 2.7, offset: 333 }],
  ['the slowest', { speed: 0.1 }],
  ['the fastest', { speed: 10 }],
  ['a ramp', { offset: 100 }, RAMP],
  [
    'freezes',
    {
      freeze: [
        { at: 0, duration: 200 },
        { at: 1013, duration: 517 },
      ],
    },
  ],
  ['a freeze within a ramp', { freeze: [{ at: 1500, duration: 400 }] }, RAMP],
  ['backwards', { reverse: true }],
  ['backwards at double speed, from an offset', { reverse: true, speed: 2, offset: 417 }],
  ['backwards on a ramp with a freeze', { reverse: true, freeze: [{ at: 700, duration: 300 }] }, RAMP],
  ['again and again', { offset: 3200, loop: true }],
  ['three times, faster', { offset: 3000, loop: 3, speed: 1.5 }],
  ['backwards again and again', { offset: 3100, loop: true, reverse: true, speed: 1.7 }],
  ['looped with a freeze', { offset: 3300, loop: true, freeze: [{ at: 600, duration: 250 }] }],
];

/** What a source frame is shown at an instant of the media: the one that is on, or backwards, the one just left. */
const frameAt = (source: number, isReversed: boolean, count = SOURCE_FRAMES): number => {
  const at = source / (1000 / SOURCE_RATE);
  const frame = isReversed ? Math.ceil(at - 0.015) - 1 : Math.floor(at + 0.015);
  return Math.max(0, Math.min(count - 1, frame));
};

const lavfi = (graph: string): ReadonlyArray<string> => ['-f', 'lavfi', '-i', graph];

describe('A retimed clip', function () {
  this.timeout(180_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
    const grey = `color=black:s=64x64:r=${SOURCE_RATE},format=yuv420p,geq=lum='16+N*2':cb=128:cr=128`;
    const groups = ['-c:v', 'libx264', '-qp', '1', '-g', '60', '-bf', '3'];
    await studio.make('grey.mp4', ...lavfi(grey), '-frames:v', String(SOURCE_FRAMES), ...groups);
    await studio.make('grey.mkv', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    await studio.make('grey.ts', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    // White for 80 ms and a beep of 80 ms, every 400 ms from 400 ms on.
    const flash = 'lt(mod(N,10),2)*gte(N,10)';
    const beep = `0.5*sin(2*PI*1000*t)*lt(mod(t\\,0.4)\\,0.08)*gte(t\\,0.4)`;
    const white = `color=black:s=64x64:r=25:d=6,format=yuv420p,geq=lum='16+200*${flash}':cb=128:cr=128`;
    const encoded = ['-c:v', 'libx264', '-qp', '4', '-g', '50', '-c:a', 'pcm_s16le', '-f', 'mov'];
    await studio.make('flash.mp4', ...lavfi(white), ...lavfi(`aevalsrc='${beep}':s=48000:d=6`), ...encoded);
  });
  after(() => studio.dispose());

  const place = (column: number) => ({
    position: { x: column * SIDE, y: 0 },
    size: { width: SIDE, height: SIDE },
  });
  const mapOf = (
    clip: Parameters<typeof retimingOf>[0] & { timeFrame: { start: number; end: number } },
    media: number,
  ): TimeMap => timeMapOf(retimingOf(clip, media, clip.timeFrame.end - clip.timeFrame.start));

  const showsWhatIsComputed = async (fps: number, source: string, look: object): Promise<void> => {
    const clips = CASES.map(([, timeFrame, more], column) => ({
      type: 'video',
      source,
      timeFrame: { start: 117, end: 3011, ...timeFrame },
      ...place(column),
      ...look,
      ...more,
    }));
    const composition = compositionOf(
      { fps, duration: 3000, canvas: { width: SIDE * clips.length, height: SIDE } },
      clips,
    );
    const file = await render(studio, composition, { settings: { pieceSeconds: 1.1 } });
    const frames = await decodeFrames(file.path);
    await file.dispose();
    const resolved = resolvedOf(composition).clips;
    for (const [column, [name, timeFrame]] of CASES.entries()) {
      const clip = resolved[column]!;
      const { sourceTimeAt } = mapOf(clip, MEDIA);
      const wanted = frames.flatMap((_, n) => {
        const t = (n * 1000) / fps - clip.timeFrame.start;
        return t < 0 ? [] : [frameAt(sourceTimeAt(t), 'reverse' in timeFrame)];
      });
      const shown = frames.slice(-wanted.length).map((frame) => shownIn(frame, column));
      expect(shown, name).to.deep.equal(wanted);
    }
  };

  it('shows on each frame what the media shows at the computed time, across pieces', () =>
    showsWhatIsComputed(30, 'grey.mp4', {}));

  it('does so at another rate and in containers with rounded times', async () => {
    await showsWhatIsComputed(23.976, 'grey.mkv', {});
    if (process.env['LONG_TESTS'] === '1') await showsWhatIsComputed(50, 'grey.ts', {});
  });

  it('does so where it is drawn', () =>
    showsWhatIsComputed(30, 'grey.mp4', { transform: { flip: { x: true, y: false } } }));

  /** When a beep sets in from `from` on, ms; the encoder's delay is in the file's edit list. */
  const onset = (sound: Float32Array, from: number): number => {
    for (let n = Math.max(0, Math.round(from * 48)); n < sound.length / 2; n += 1)
      if (Math.abs(sound[n * 2] ?? 0) > 0.1) return n / 48;
    return NaN;
  };
  const RATE = 60;

  it('flashes and beeps at the computed times, to the frame and to the millisecond', async () => {
    const cases: ReadonlyArray<readonly [object, object?]> = [
      [{ speed: 0.5 }],
      [{ speed: 2 }],
      [{}, RAMP],
      [{ offset: 200, freeze: [{ at: 700, duration: 333 }] }, RAMP],
      [{ offset: 4700, loop: true }],
      [{ reverse: true, speed: 0.8 }],
      [{ speed: 0.8 }, { effects: { pitch: 'follow' } }],
    ];
    for (const [timeFrame, more] of cases) {
      const clip = {
        type: 'video',
        source: 'flash.mp4',
        timeFrame: { start: 100, end: 3500, ...timeFrame },
        ...place(0),
        ...more,
      };
      const composition = compositionOf(
        { fps: RATE, duration: 3600, canvas: { width: SIDE, height: SIDE } },
        [clip],
      );
      const file = await render(studio, composition);
      const frames = await decodeFrames(file.path);
      const sound = await decodeSound(file.path);
      await file.dispose();
      const [resolved] = resolvedOf(composition).clips;
      const map = mapOf(resolved!, 6000);
      const isReversed = 'reverse' in timeFrame;
      const { start, end } = resolved!.timeFrame;
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
      for (const run of map.runs.filter(({ isHeld }) => !isHeld))
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

  it('is drawn the same in a group, and plays sound there', async () => {
    const inner = {
      type: 'video',
      source: 'flash.mp4',
      timeFrame: { start: 0, end: 2000, speed: 2 },
      ...place(0),
    };
    const group = {
      type: 'group',
      timeFrame: { start: 500, end: 2500 },
      size: { width: SIDE, height: SIDE },
      clips: [inner],
    };
    const file = await render(
      studio,
      compositionOf({ fps: RATE, duration: 2500, canvas: { width: SIDE, height: SIDE } }, [group]),
    );
    const frames = await decodeFrames(file.path);
    const sound = await decodeSound(file.path);
    for (const at of [700, 900, 1100, 1300]) {
      expect(onset(sound, at - 30)).to.be.closeTo(at, 1);
      const [before, after] = [-1, 0].map(
        (n) => frames[(at * RATE) / 1000 + n]?.at(SIDE / 2, SIDE / 2)[1] ?? 0,
      );
      expect(before).to.be.below(50);
      expect(after).to.be.above(200);
    }
    await file.dispose();
  });

  it('plays animated images at their speed, backwards, and as often as is said', async () => {
    const planes = ['r', 'g', 'b'].map((plane, n) => `${plane}='255*(eq(N,${n})+eq(N,3))'`).join(':');
    const four = `color=black:s=32x32:r=10:d=0.4,format=gbrp,geq=${planes}`;
    await studio.make('animation.gif', ...lavfi(four), '-loop', '0');
    const shows = async (timeFrame: object): Promise<string> => {
      const clip = {
        type: 'image',
        source: 'animation.gif',
        timeFrame: { end: 1000, ...timeFrame },
        ...place(0),
      };
      const file = await render(
        studio,
        compositionOf({ fps: 10, duration: 1000, canvas: { width: SIDE, height: SIDE } }, [clip]),
      );
      const frames = await decodeFrames(file.path);
      await file.dispose();
      const letter = (picture: Picture): string => {
        const [r, g, b] = picture.at(16, 16).map((value) => value > 128);
        return r && g && b ? 'w' : r ? 'r' : g ? 'g' : 'b';
      };
      return frames.map(letter).join('');
    };
    expect(await shows({})).to.equal('rgbwrgbwrg');
    expect(await shows({ speed: 0.5 })).to.equal('rrggbbwwrr');
    expect(await shows({ loop: 1 })).to.equal('rgbwwwwwww');
    expect(await shows({ loop: 2, offset: 200 })).to.equal('bwbwwwwwww');
    expect(await shows({ reverse: true, loop: true })).to.equal('wbgrwbgrwb');
    expect(await shows({ freeze: [{ at: 200, duration: 300 }] })).to.equal('rgbbbbwrgb');
  });

  it('that plays too often is a failure that names it', async () => {
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
