import { join } from 'node:path';
import { expect } from 'chai';
import { frameRate, instantOf } from '../../domain/composition/timeline.js';
import { composedFrames } from '../support/pictures/composed-frames.js';
import { pixelsOf } from '../support/pictures/decoded-media.js';
import {
  APPROVED,
  approvedComposition,
  type NamedComposition,
  variedCompositions,
} from '../support/pictures/golden-compositions.js';
import { compositionOf, renderFrameTo, studioForSuite } from '../support/renders/render.js';
import { LONG } from '../support/long-form.js';
import { track } from '../support/pictures/keyframes.js';

/** Pieces of this length, in seconds, are as short as they can be. */
const SHORTEST = 0.4;

/** Of the approved compositions, the one in which the most clips move. */
const REPRESENTATIVE = 'transitions';

const TIME = { start: 0, end: 1000 };
const box = (x: number, y: number, width: number, height: number) => ({
  timeFrame: TIME,
  position: { x, y },
  size: { width, height },
});

/** Clips of the types that {@link variedCompositions} lacks, each at an edge that is on odd px and moves. */
const FURTHER: ReadonlyArray<object> = [
  {
    ...box(5, 5, 101, 71),
    type: 'group',
    clip: true,
    clips: [
      { ...box(0, 0, 81, 51), type: 'image', source: 'photo.jpg' },
      { ...box(7, 9, 90, 40), type: 'text', textProperties: { content: 'Inside', fontSize: 20 } },
    ],
    transition: { in: { type: 'slide', duration: 700, direction: 'right', distance: 31 } },
  },
  { ...box(121, 11, 91, 9), type: 'progress', progressProperties: {} },
  { id: 'voice', type: 'audio', source: 'voice.wav', timeFrame: TIME },
  {
    ...box(121, 41, 93, 41),
    type: 'waveform',
    waveformProperties: { clip: 'voice' },
    transition: { in: { type: 'zoom', duration: 500 } },
  },
  {
    ...box(221, 5, 81, 71),
    id: 'hole',
    type: 'shape',
    shapeProperties: { shape: 'ellipse', fill: '#FFFFFF' },
  },
  {
    ...box(221, 5, 81, 71),
    type: 'video',
    source: 'bars.mp4',
    effects: { mask: { clip: 'hole' }, border: { width: 3, color: '#FFFF00' } },
    transition: { in: { type: 'fade', duration: 500 } },
  },
  {
    ...box(11, 91, 141, 71),
    type: 'image',
    source: 'photo.jpg',
    effects: { borderRadius: 11, shadow: { x: 3, y: 3, blur: 4, color: '#000000' } },
    transition: { in: { type: 'slide', duration: 900, direction: 'up', distance: 37 } },
  },
  {
    ...box(301, 5, 15, 15),
    type: 'shape',
    shapeProperties: { shape: 'ellipse', fill: '#00FFFF' },
    keyframes: [track('position.y', [830, 5], [835, 121])],
  },
  {
    ...box(171, 95, 131, 61),
    type: 'caption',
    captionProperties: {
      words: [
        { start: 0, end: 400, word: 'moving' },
        { start: 400, end: 1000, word: 'words' },
      ],
      animation: 'bounce',
      highlightTextProperties: { color: '#FFFF00' },
      nonHighlightTextProperties: { color: '#FFFFFF' },
      maxWidth: 131,
    },
  },
];

const further = (): NamedComposition => ({
  name: 'further types of clips',
  composition: compositionOf(
    { duration: 1000, fps: 10, canvas: { width: 320, height: 180 }, backgroundColor: '#203040' },
    FURTHER,
  ),
});

describe('A frame on demand', function () {
  this.timeout(LONG ? 900_000 : 180_000);
  const studio = studioForSuite();
  let compositions: ReadonlyArray<NamedComposition>;
  /** Whether any of them was rendered in several pieces. Those in which nothing moves are not cut. */
  let isCut = false;
  before(async () => {
    const approved = APPROVED.filter((name) => LONG || name === REPRESENTATIVE);
    compositions = [
      ...(await Promise.all(approved.map(approvedComposition))),
      ...(await variedCompositions(studio)),
      further(),
    ];
  });

  it('has the pixels of the render before encoding, with every type of clip and in golden compositions', async () => {
    for (const { name, composition } of compositions) {
      const rate = frameRate(composition.metadata.fps);
      const { frames, pieces } = await composedFrames(studio, composition, SHORTEST);
      isCut ||= pieces > 1;
      expect(frames, name).to.have.length.of.at.least(10);
      const drawn = LONG ? frames.keys() : [2, frames.length - 1];
      for (const n of drawn) {
        const path = join(studio.folder, 'frame.png');
        await renderFrameTo(path, studio, composition, instantOf(n, rate));
        const [still] = await pixelsOf(frames[n]?.length ?? 0, '-i', path, '-vf', 'format=rgb24');
        expect(still && frames[n]?.equals(still), `${name}, frame ${n}`).to.equal(true);
      }
    }
    expect(isCut).to.equal(true);
  });
});
