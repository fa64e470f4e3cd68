import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about, type Codec, codec } from '../../codec/codec.js';
import { array, record } from '../../codec/containers.js';
import { number, string } from '../../codec/scalars.js';
import { commandsOf, readPath } from '../geometry/path-data.js';
import { LIMITS } from '../limits.js';
import { Easing } from './easing.js';
import { LENGTH_UNITS, RELATIVE_LENGTH } from './lengths.js';
import { HEX_COLOR_OR_TRANSPARENT } from './paint.js';
import { PATH_DATA } from './shape.js';

/** The minimum and maximum value of each property that keyframes may change. */
const BOUNDS = {
  'position.x': [-100_000, 100_000],
  'position.y': [-100_000, 100_000],
  'size.width': [0.01, LIMITS.boxSide],
  'size.height': [0.01, LIMITS.boxSide],
  'transform.scale.x': [0.001, LIMITS.scale],
  'transform.scale.y': [0.001, LIMITS.scale],
  'transform.rotation': [-36_000, 36_000],
  'transform.skew.x': [-80, 80],
  'transform.skew.y': [-80, 80],
  'effects.opacity': [0, 1],
  'effects.borderRadius': [0, LIMITS.boxSide],
  'crop.left': [0, 1],
  'crop.top': [0, 1],
  'crop.right': [0, 1],
  'crop.bottom': [0, 1],
  'shapeProperties.stroke.width': [0, LIMITS.edge],
  'shapeProperties.trim': [0, 1],
  'shapeProperties.trimOffset': [-100, 100],
  volume: [0, LIMITS.volume],
  'timeFrame.speed': [LIMITS.speed.minimum, LIMITS.speed.maximum],
  'textProperties.fontSize': [1, LIMITS.fontSize],
  'textProperties.letterSpacing': [-500, 500],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
const FILTER_PROPERTY = /^effects\.filters\[(?:\d|1[0-5])\]\.amount$/;

/** A numeric property that keyframes may change. */
export type NumericProperty = keyof typeof BOUNDS | `effects.filters[${number}].amount`;

/** Whether the values of a property are px of the canvas, which outputs scale. */
export const isCanvasLength = (property: string): boolean =>
  /^(?:position|size)\.|^effects\.borderRadius$/.test(property);

/**
 * A value between two points, limited to the range of its property, as in CSS, because easings may overshoot. Lengths
 * have no maximum, because outputs may be larger than the canvas.
 */
export const inRange = (property: string, value: number): number => {
  const [least, most] = BOUNDS[property as keyof typeof BOUNDS] ?? [-Infinity, Infinity];
  if (!isCanvasLength(property)) return Math.min(most, Math.max(least, value));
  return property.startsWith('position.') ? value : Math.max(least, value);
};

/** Whether the values of a property may be relative lengths. */
export const allowsRelativeLengths = (property: string): boolean =>
  /^(?:position|size)\.|^textProperties\.fontSize$/.test(property);

const TEXTS = ['textProperties.color', 'shapeProperties.fill', 'shapeProperties.path'] as const;

/** A property whose values are colours or path data. */
export type TextProperty = (typeof TEXTS)[number];

export const isTextProperty = (property: string): boolean => TEXTS.some((name) => name === property);

/** Every property that keyframes may change, except properties of filters. */
const KEYFRAME_PROPERTIES: ReadonlyArray<string> = [...Object.keys(BOUNDS), ...TEXTS];

const INVISIBLE_PROPERTIES: ReadonlySet<string> = new Set(['volume', 'timeFrame.speed']);

/** Whether keyframes of a property change how the clip looks. */
export const changesLook = ({ property }: { readonly property: string }): boolean =>
  !INVISIBLE_PROPERTIES.has(property);

const escapedForPattern = (text: string): string => text.replaceAll(/[.[\]]/g, String.raw`\$&`);
const PROPERTY = new RegExp(
  `^(?:${KEYFRAME_PROPERTIES.map(escapedForPattern).join('|')}|${FILTER_PROPERTY.source.slice(1, -1)})$`,
);

/** Whether keyframes may change a property. */
export const isAnimatable = (property: string): boolean => PROPERTY.test(property);

const PROPERTIES_IN_WORDS = `one of ${KEYFRAME_PROPERTIES.join(', ')}, or effects.filters[0].amount with the index of a filter`;

const Point = about(
  'The value of the property at a time.',
  record(
    {
      time: about('Ms from the start of the clip.', number({ minimum: 0, maximum: LIMITS.durationMs })),
      value: about(
        `The value at that time: a number, a colour for \`textProperties.color\` and \`shapeProperties.fill\`, or SVG path data for \`shapeProperties.path\`, with the same commands at each time. Positions, sizes and font sizes may be relative: ${LENGTH_UNITS}. Positions count from \`position.relativeTo\`.`,
        alternatives('a number, a colour, path data or a length like 12.5%, 3vw, 3vh or 3vmin', {
          number: number(),
          string: string({
            maxLength: 4096,
            pattern: new RegExp(
              `(?:${RELATIVE_LENGTH.source}|${HEX_COLOR_OR_TRANSPARENT.source}|(?=\\s*[Mm])${PATH_DATA.source})`,
            ),
            patternMeaning: 'a colour, path data, or a length like 12.5%, 3vw, 3vh or 3vmin',
          }),
        }),
      ),
    },
    { easing: Easing },
  ),
  { title: 'KeyframePoint' },
);
export type KeyframePoint = t.TypeOf<typeof Point>;

const pointProblem = (property: string, { value }: KeyframePoint): string | undefined => {
  if (property === 'shapeProperties.path')
    return typeof value !== 'string' || /a/i.test(value)
      ? 'must have path data without arcs as values'
      : readPath(value).problem;
  if (isTextProperty(property))
    return typeof value === 'string' && HEX_COLOR_OR_TRANSPARENT.test(value)
      ? undefined
      : 'must have colours as values';
  if (typeof value === 'string') return lengthProblem(property, value);
  const [least, most] = BOUNDS[property as keyof typeof BOUNDS] ?? [-100_000, 100_000];
  return value >= least && value <= most ? undefined : `must have values from ${least} to ${most}`;
};

const lengthProblem = (property: string, value: string): string | undefined => {
  if (!allowsRelativeLengths(property)) return 'must have numbers as values';
  if (!RELATIVE_LENGTH.test(value))
    return 'must have numbers or lengths like 12.5%, 3vw, 3vh or 3vmin as values';
  return property.startsWith('position.') || Number.parseFloat(value) > 0
    ? undefined
    : 'must have values greater than 0';
};

/**
 * The values of one property over time. Times are strictly increasing. The easing of a point applies to the segment
 * that ends at it.
 */
export const Keyframes = about(
  'The values of one property over time. The value is held before the first point and after the last. At each point, keyframes of `crop` must leave part of the media. Keyframes of sizes and scales stretch a text as it is laid out without them; those of its font size lay it out again.',
  record(
    {
      property: about(
        `The property: ${KEYFRAME_PROPERTIES.map((name) => `\`${name}\``).join(', ')} or \`effects.filters[0].amount\` with the index of a filter.`,
        string({ maxLength: 64, pattern: PROPERTY, patternMeaning: PROPERTIES_IN_WORDS }),
      ),
      points: about('In strictly increasing order of time.', array(Point, 1000)),
    },
    {},
    [
      {
        field: 'points',
        among: ['property'],
        problem: ({ property, points }) => {
          if (points.length === 0) return 'must have at least 1 item';
          const rises = points.every(
            ({ time }, index) => index === 0 || time > (points[index - 1]?.time ?? 0),
          );
          if (!rises) return 'must be in strictly increasing order of time';
          const paths = property === 'shapeProperties.path' ? points : [];
          if (new Set(paths.map(({ value }) => commandsOf(String(value)))).size > 1)
            return 'must have the same commands in each path';
          return points
            .map((point) => pointProblem(property, point))
            .find((problem) => problem !== undefined);
        },
      },
    ],
  ),
  { title: 'Keyframes' },
);
export type Keyframes = t.TypeOf<typeof Keyframes>;

const list = array(Keyframes, 32);

/** All keyframes of a clip; no property appears twice. */
export const KeyframesList: Codec<ReadonlyArray<Keyframes>> = about(
  'Properties that change over time. No property may appear twice.',
  codec<ReadonlyArray<Keyframes>>('keyframes', list.jsonSchema, (u, context) => {
    const tracks = list.validate(u, context);
    if (E.isLeft(tracks)) return tracks;
    const named = new Set(tracks.right.map(({ property }) => property));
    return named.size === tracks.right.length
      ? tracks
      : t.failure(u, context, 'must not name a property twice');
  }),
);
