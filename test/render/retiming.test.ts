import { expect } from 'chai';
import type { Picture } from '../support/pictures/decoded-media.js';
import { compositionOf, resolvedOf, studioForSuite } from '../support/renders/render.js';
import { renderedFrames } from '../support/renders/rendered-frames.js';
import { frameAt, mapOf, place, RAMP, SIDE, SOURCE_FRAMES, SOURCE_RATE } from './retimed-clips.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

/** How long the grey video is, ms. */
const MEDIA = 4000;

/** The source frame whose grey level a picture shows in one of its columns. */
const shownIn = (picture: Picture, column: number): number =>
  Math.round(((picture.at(column * SIDE + SIDE / 2, SIDE / 2)[1] ?? 0) * 219) / 255 / 2);

/** Ways to play a source of 100 frames, 25 a second; each with a start and an offset off the grid of frames. */
const CASES: ReadonlyArray<readonly [name: string, timeFrame: object, more?: object]> = [
  ['half speed', { speed: 0.5 }],
  ['fast', { speed: 2.7, offset: 333 }],
  ['the slowest', { speed: 0.1 }],
  ['the fastest', { speed: 10 }],
  ['fitted', { speed: 'fit', offset: 333 }],
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
/** In the short form, every second way is tried at one frame rate, the others at another, and every third in scenes. */
const some = (step: number, from: number) =>
  LONG ? CASES : CASES.filter((_, index) => index % step === from);

describe('A retimed clip', () => {
  const studio = studioForSuite();
  before(async () => {
    const grey = `color=black:s=64x64:r=${SOURCE_RATE},format=yuv420p,geq=lum='16+N*2':cb=128:cr=128`;
    const groups = ['-c:v', 'libx264', '-qp', '1', '-g', '60', '-bf', '3'];
    await studio.make('grey.mp4', ...lavfi(grey), '-frames:v', String(SOURCE_FRAMES), ...groups);
    await studio.make('grey.mkv', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    await studio.make('grey.ts', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
  });

  const showsWhatIsComputed = async (
    fps: number,
    source: string,
    { look = {}, cases = CASES, pieceSeconds = 1.1 } = {},
  ) => {
    const clips = cases.map(([, timeFrame, more], column) => ({
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
    const frames = await renderedFrames(studio, composition, { settings: { pieceSeconds } });
    const resolved = resolvedOf(composition).clips;
    for (const [column, [name, timeFrame]] of cases.entries()) {
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

  it('shows on each frame the source frame of the computed time, across pieces', () =>
    showsWhatIsComputed(30, 'grey.mp4', { cases: some(2, 0) }));

  it('does so at another frame rate and in containers with rounded timestamps', async () => {
    await showsWhatIsComputed(23.976, 'grey.mkv', { cases: some(2, 1) });
    if (LONG) await showsWhatIsComputed(50, 'grey.ts');
  });

  it('does so as part of a scene', () =>
    showsWhatIsComputed(30, 'grey.mp4', {
      look: { transform: { flip: { x: true, y: false } } },
      cases: some(3, 1),
    }));

  it('does so in pieces of one frame, where another frame begins', async () => {
    const onGrid: typeof CASES = [
      ['backwards', { start: 2000, end: 3000, offset: 600, reverse: true }],
      ['backwards at half speed', { start: 2000, end: 3000, reverse: true, speed: 0.5 }],
    ];
    for (const look of [{}, { transform: { flip: { x: true, y: false } } }])
      await showsWhatIsComputed(25, 'grey.mp4', { look, cases: onGrid, pieceSeconds: 0.04 });
  });

  it('plays animated images at the given speed, backwards, and the given number of times', async () => {
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
      const frames = await renderedFrames(
        studio,
        compositionOf({ fps: 10, duration: 1000, canvas: { width: SIDE, height: SIDE } }, [clip]),
      );
      const letter = (picture: Picture): string => {
        const [r, g, b] = picture.at(16, 16).map((value) => value > 128);
        return r && g && b ? 'w' : r ? 'r' : g ? 'g' : 'b';
      };
      return frames.map(letter).join('');
    };
    if (LONG) {
      expect(await shows({})).to.equal('rgbwrgbwrg');
      expect(await shows({ loop: 1 })).to.equal('rgbwwwwwww');
    }
    expect(await shows({ speed: 0.5 })).to.equal('rrggbbwwrr');
    expect(await shows({ loop: 2, offset: 200 })).to.equal('bwbwwwwwww');
    expect(await shows({ reverse: true, loop: true })).to.equal('wbgrwbgrwb');
    expect(await shows({ freeze: [{ at: 200, duration: 300 }] })).to.equal('rgbbbbwrgb');
  });
});
