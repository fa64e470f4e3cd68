import * as t from 'io-ts';
import type { Converter, DraftClip } from './imported.js';
import { clipsOf } from './json2video-elements.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { variablesOf } from './template-variables.js';
import { colorIn, even, ms } from './units.js';

// The movie of JSON2Video: https://json2video.com/docs/v2/reference/json-syntax

const SIZES: Readonly<Record<string, readonly [number, number]>> = table({
  sd: [640, 360],
  hd: [1280, 720],
  'full-hd': [1920, 1080],
  squared: [1080, 1080],
  'instagram-story': [1080, 1920],
  'instagram-feed': [1080, 1080],
  'twitter-landscape': [1200, 676],
  'twitter-portrait': [1080, 1350],
});

/** How long a scene lasts whose length depends on its media. */
const UNKNOWN_MS = 5000;

/** The length of a scene: its own, or that of its elements as far as it is known. */
const lengthOf = (scene: Reader, elements: ReadonlyArray<Reader>): number => {
  const own = scene.number('duration') ?? -1;
  if (own > 0) return ms(own);
  const ends = elements.map(
    (element) => (element.number('start') ?? 0) + Math.max(0, element.number('duration') ?? 0),
  );
  const known = Math.max(0, ...ends);
  if (known > 0) return ms(known);
  scene.differs('duration', `depends on the media: ${UNKNOWN_MS / 1000} s are assumed`);
  return UNKNOWN_MS;
};

/** Converts a movie. Scenes follow each other. */
export const json2video: Converter = (movie, note) => {
  const [width, height] = SIZES[movie.text('resolution') ?? 'sd'] ?? [640, 360];
  movie.ignore('quality', 'cache', 'id', 'comment', 'client-data', 'draft', 'exports', 'project');
  const clips: Array<DraftClip> = [];
  let startMs = 0;
  for (const [index, scene] of movie.children('scenes').entries()) {
    const elements = scene.children('elements');
    const lengthMs = lengthOf(scene, elements);
    scene.ignore('id', 'cache', 'comment');
    const fill = colorIn(scene, 'background-color');
    const timeFrame = { start: startMs, end: startMs + lengthMs };
    if (fill !== undefined)
      clips.push({
        path: `${scene.path}.background-color`,
        clip: {
          type: 'shape',
          timeFrame,
          size: { width: '100%', height: '100%' },
          shapeProperties: { shape: 'rectangle', fill },
        },
      });
    if (scene.has('transition') && index > 0)
      scene.differs('transition', 'between scenes is carried over as a cut');
    scene.ignore('transition');
    clips.push(...clipsOf(elements, { startMs, lengthMs }, 1));
    startMs += lengthMs;
  }
  clips.push(...clipsOf(movie.children('elements'), { startMs: 0, lengthMs: undefined }, 100_000));
  return {
    metadata: {
      name: 'Imported from JSON2Video',
      duration: startMs > 0 ? startMs : UNKNOWN_MS,
      fps: movie.number('fps') ?? 25,
      canvas: { width: even(movie.number('width') ?? width), height: even(movie.number('height') ?? height) },
    },
    clips,
    variables: variablesOf(
      Object.entries(movie.read('variables', t.UnknownRecord) ?? {}).map(([name, value]) => ({
        name,
        value,
        path: `variables.${name}`,
      })),
      note,
    ),
  };
};
