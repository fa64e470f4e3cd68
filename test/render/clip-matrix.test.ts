import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { rendererPreviews } from '../../workers/render/run/previews/previews.js';
import { allOf, someOf } from '../support/combinations.js';
import {
  compositionOf,
  settingsFor,
  toolsFor,
  tryRender,
  studioForSuite,
} from '../support/renders/render.js';
import { rightOf } from '../support/right-of.js';
import { LONG } from '../support/long-form.js';
import { flatPicture } from '../support/pictures/flat-colours.js';
import { lavfi } from '../support/renders/lavfi.js';

const DURATION = 300;
/** How many combinations a video shows: the short form has several, which takes less time. */
const TOGETHER = LONG ? 1 : 6;
/** How much of the largest content the short form has. */
const share = (all: number): number => (LONG ? all : Math.ceil(all / 20));

const text = (content: string, more: object = {}): object => ({
  type: 'text',
  textProperties: { content, fontSize: 10, color: '#FFFFFF', ...more },
});
const caption = (words: ReadonlyArray<string>, more: object = {}): object => ({
  type: 'caption',
  captionProperties: {
    words: words.map((word, index) => ({
      word,
      start: (index * DURATION) / words.length,
      end: ((index + 1) * DURATION) / words.length,
    })),
    highlightTextProperties: {},
    nonHighlightTextProperties: {},
    ...more,
  },
});
const shape = (shapeProperties: object): object => ({ type: 'shape', shapeProperties });
const svg = (inner: string): object => ({
  type: 'image',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${inner}</svg>`,
});
const media = (type: string, source: string): object => ({ type, source });
const waveform = (source: string): object => ({ type: 'waveform', waveformProperties: { source } });
const group = (clips: ReadonlyArray<object>): object => ({
  type: 'group',
  size: { width: 40, height: 30 },
  clips: clips.map((clip) => ({ timeFrame: { end: DURATION }, ...clip })),
});
const corners = (count: number): string =>
  Array.from({ length: count }, (_, index) => `L${index % 20} ${(index * 7) % 20}`).join(' ');

/** Clips of each type with no, the least and the most content. */
const CONTENTS: Readonly<Record<string, object>> = {
  'a text without characters': text(''),
  'a text of a space': text(' '),
  'a text of a line feed': text('\n'),
  'a text of a letter': text('i'),
  'a long text': text('word '.repeat(share(20_000))),
  'an animated text of a space': text(' ', { animation: { type: 'fade', unit: 'letter', duration: 200 } }),
  'an animated text of a letter': text('i', { animation: { type: 'slide', unit: 'word', duration: 200 } }),
  'a long animated text': text('word '.repeat(share(400)), {
    animation: { type: 'scale', unit: 'letter', duration: 200 },
  }),
  'a text of a space with a background': text(' ', { backgroundColor: '#FF0000' }),
  'a counter': text('9', { counter: { from: 0, to: 9 } }),
  'a caption without words': caption([]),
  'a caption of a space': caption([' ']),
  'a caption of a letter': caption(['i']),
  'a long caption': caption(Array.from({ length: share(20_000) }, () => 'word')),
  'an animated caption without words': caption([], { animation: 'karaoke' }),
  'an animated caption of a space': caption([' '], { animation: 'karaoke' }),
  'an animated caption of a letter': caption(['i'], { animation: 'pop' }),
  'an image of nothing': svg(''),
  'an image of a pixel': media('image', 'pixel.png'),
  'a large image': media('image', 'large.png'),
  'a video of a frame': media('video', 'frame.mp4'),
  'a video with sound': media('video', 'large.mp4'),
  'silent audio': media('audio', 'silence.wav'),
  'audio of a sample': media('audio', 'sample.wav'),
  'a waveform of silence': waveform('silence.wav'),
  'a waveform of a sample': waveform('sample.wav'),
  'a waveform of noise': waveform('noise.wav'),
  'a path that draws nothing': shape({ shape: 'path', path: 'M0 0', fill: '#FF0000' }),
  'a line of two points': shape({ shape: 'line', stroke: { color: '#FF0000', width: 1 } }),
  'a rectangle': shape({ shape: 'rectangle', fill: '#FF0000' }),
  'a long path': shape({ shape: 'path', path: `M0 0 ${corners(share(6000))}`, fill: '#FF0000' }),
  'a progress bar': { type: 'progress', progressProperties: {} },
  'a group without clips': group([]),
  'a group of a text without characters': group([text('')]),
  'a group of groups without clips': group([group([])]),
  'a group of a rectangle': group([shape({ shape: 'rectangle', fill: '#FF0000' })]),
  'a group of many clips': group(
    Array.from({ length: share(900) }, () => shape({ shape: 'ellipse', fill: '#00FF00' })),
  ),
};

const OTHER = {
  timeFrame: { end: DURATION },
  size: { width: 30, height: 20 },
  ...shape({ shape: 'rectangle', fill: '#FFFFFF' }),
};

/** The clips of a video that shows a clip in some way. Another clip that they need has the given id. */
const WAYS: Readonly<Record<string, (clip: object, id: string) => ReadonlyArray<object>>> = {
  alone: (clip) => [clip],
  'in a group': (clip) => [{ ...group([clip]), timeFrame: { end: DURATION } }],
  'in a group with a transition': (clip) => [
    { ...group([clip]), timeFrame: { end: DURATION }, transition: { in: { type: 'wipe', duration: 100 } } },
  ],
  masked: (clip, id) => [
    { ...clip, effects: { mask: { clip: id, mode: 'alpha' } } },
    { ...OTHER, id },
  ],
  'as a mask': (clip, id) => [
    { ...clip, id },
    { ...OTHER, effects: { mask: { clip: id, mode: 'lumaInverted' } } },
  ],
  'with a transition': (clip) => [
    { ...clip, transition: { in: { type: 'zoom', duration: 100 }, out: { type: 'blur', duration: 100 } } },
  ],
  'with filters and a shadow': (clip) => [
    {
      ...clip,
      effects: {
        filters: [{ type: 'blur', amount: 2 }],
        shadow: { x: 2, y: 2, blur: 2, color: '#000000' },
        borderRadius: 3,
      },
    },
  ],
};

const COLUMNS = {
  content: Object.keys(CONTENTS),
  way: Object.keys(WAYS),
};

type Row = ReturnType<typeof allOf<typeof COLUMNS>>[number];

/** A request with sound as a mask is refused. */
const isAccepted = ({ content, way }: Row): boolean =>
  !(way === 'as a mask' && /^(?:silent )?audio/.test(content));

describe('Every type of clip', function () {
  this.timeout(LONG ? 300_000 : 60_000);
  const studio = studioForSuite();
  before(async () => {
    const { make } = studio;
    await flatPicture(studio, 'pixel.png', 'red', { width: 1, height: 1 });
    const large = LONG ? 8000 : 800;
    await flatPicture(studio, 'large.png', 'red', { width: large, height: large / 2 });
    await make('frame.mp4', ...lavfi('color=red:s=16x16'), '-frames:v', '1', '-pix_fmt', 'yuv420p');
    const picture = lavfi(`testsrc2=s=${LONG ? '1920x1080' : '192x108'}`);
    await make('large.mp4', ...picture, ...lavfi('sine=440'), '-t', '0.4', '-pix_fmt', 'yuv420p');
    await make('silence.wav', ...lavfi('anullsrc'), '-t', '0.3');
    await make('sample.wav', ...lavfi('sine=440:r=48000'), '-af', 'atrim=end_sample=1');
    await make('noise.wav', ...lavfi('anoisesrc'), '-t', '0.3');
  });

  const clipsOf = ({ content, way }: Row, id: string): ReadonlyArray<object> => {
    const own = CONTENTS[content] ?? {};
    const isAudio = 'type' in own && own.type === 'audio';
    const placed = {
      timeFrame: { end: DURATION },
      ...(isAudio ? {} : { size: { width: 20, height: 20 } }),
      ...own,
    };
    return WAYS[way]?.(placed, id) ?? [];
  };

  const rows = (LONG ? allOf(COLUMNS) : someOf(COLUMNS, 1)).filter(isAccepted);
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const shown = rows.slice(from, from + TOGETHER);
    const names = shown.map(({ content, way }) => `${content}, ${way}`);
    it(`is rendered, as its check says: ${names.join('; ')}`, async () => {
      const composition = compositionOf(
        { duration: DURATION, fps: 10, canvas: { width: 64, height: 36 }, backgroundColor: '#204060' },
        shown.flatMap((row, index) => clipsOf(row, `other${index}`)),
      );
      const rendered = await tryRender(studio, composition);
      const previews = rendererPreviews(toolsFor(studio), settingsFor(studio));
      const { problems } = rightOf(await previews.check(composition, new AbortController().signal)());
      expect(rendered).to.have.property('_tag', 'Right', JSON.stringify(rendered));
      if (E.isRight(rendered)) {
        expect(rendered.right.output.frames).to.equal(3);
        await rendered.right.dispose();
      }
      expect(problems.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    });
  }
});
