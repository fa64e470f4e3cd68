import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Composition } from '../../../domain/composition/composition.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { compositionOf, type Studio } from '../renders/render.js';
import { lavfi } from '../renders/lavfi.js';

/** A composition of the tests, and what it shows. */
export interface NamedComposition {
  readonly name: string;
  readonly composition: Composition;
}

const SMALL = { duration: 1000, fps: 10, canvas: { width: 320, height: 180 }, backgroundColor: '#203040' };

const TIME = { start: 0, end: 1000 };

/** The folder of the projects whose frames were approved. */
const approved = join(packageRoot, 'test/render/golden');

/** Makes the media of {@link variedCompositions}. */
const makeMedia = async ({ make }: Studio): Promise<void> => {
  const sound = lavfi('sine=440:r=44100');
  await make('bars.mp4', ...lavfi('testsrc2=s=160x90:r=25'), ...sound, '-t', '1');
  await make('odd.webm', ...lavfi('testsrc=s=90x60:r=12'), '-t', '1', '-c:v', 'libvpx');
  await make('photo.jpg', ...lavfi('testsrc2=s=120x80'), '-frames:v', '1');
  await make('voice.wav', ...sound, '-t', '1');
};

const TEXT = { content: 'Every frame, exactly', fontSize: 22, color: '#FFFFFF' };

/** Clips of every kind, still, moving, retimed, mixed and in transition. */
const MOVING: ReadonlyArray<object> = [
  {
    type: 'video',
    source: 'bars.mp4',
    timeFrame: { ...TIME, speed: 0.7 },
    size: { width: 320, height: 180 },
  },
  {
    type: 'video',
    source: 'odd.webm',
    timeFrame: { start: 200, end: 900 },
    position: { x: 20, y: 20 },
    size: { width: 90, height: 60 },
    transform: { rotation: 12 },
    effects: { opacity: 0.8 },
    transition: { in: { type: 'wipe', duration: 300 } },
  },
  {
    type: 'image',
    source: 'photo.jpg',
    timeFrame: { start: 100, end: 1000 },
    position: { x: 190, y: 15 },
    size: { width: 110, height: 70 },
    effects: { blendMode: 'multiply' },
  },
  {
    type: 'text',
    timeFrame: TIME,
    position: { x: 20, y: 100 },
    size: { width: 280, height: 40 },
    textProperties: { ...TEXT, animation: { type: 'fade', unit: 'word', duration: 600 } },
  },
  { type: 'audio', source: 'voice.wav', timeFrame: { start: 300, end: 900 } },
  {
    type: 'caption',
    timeFrame: TIME,
    position: { x: 40, y: 140 },
    size: { width: 240, height: 36 },
    captionProperties: {
      words: [
        { start: 0, end: 500, word: 'one' },
        { start: 500, end: 1000, word: 'two' },
      ],
      highlightTextProperties: { color: '#FFFF00' },
      nonHighlightTextProperties: { color: '#FFFFFF' },
      maxWidth: 240,
    },
  },
];

/** Clips that are drawn frame by frame, each in a rectangle of its own. */
const DRAWN: ReadonlyArray<object> = [
  {
    type: 'text',
    timeFrame: TIME,
    position: { x: 11, y: 9 },
    size: { width: 200, height: 40 },
    textProperties: { ...TEXT, content: 'Sliding words', animation: { type: 'slide', unit: 'word' } },
  },
  {
    type: 'shape',
    timeFrame: TIME,
    position: { x: 201, y: 41 },
    size: { width: 71, height: 53 },
    shapeProperties: { shape: 'star', fill: '#FF8800' },
    transform: { rotation: 17 },
    transition: { in: { type: 'slide', duration: 700 } },
  },
  {
    type: 'text',
    timeFrame: { start: 100, end: 900 },
    position: { x: 15, y: 101 },
    size: { width: 210, height: 50 },
    transform: { rotation: -7 },
    effects: { opacity: 0.7 },
    textProperties: TEXT,
    transition: { out: { type: 'zoom', duration: 500 } },
  },
];

/** The names of the projects whose frames were approved. */
export const APPROVED = [
  'text',
  'long-words-and-strokes',
  'scripts-without-spaces',
  'moving-texts',
  'caption-backgrounds',
  'aligned-captions-and-fading-wipes',
  'transitions',
  'looks',
] as const;

/** A project whose frame at a fifth of a second was approved. */
export const approvedComposition = async (name: (typeof APPROVED)[number]): Promise<NamedComposition> => {
  const text = await readFile(join(approved, `${name}.json`), 'utf8');
  const { metadata, clips } = JSON.parse(text) as { metadata: object; clips: object[] };
  return { name, composition: compositionOf(metadata, clips) };
};

/** A project with clips of every kind and one with drawn clips; their media are made in the studio. */
export const variedCompositions = async (studio: Studio): Promise<ReadonlyArray<NamedComposition>> => {
  await makeMedia(studio);
  return [
    { name: 'clips of every kind', composition: compositionOf(SMALL, MOVING) },
    { name: 'drawn clips', composition: compositionOf(SMALL, DRAWN) },
  ];
};
