import { inTurns } from '../reading/in-turns.js';
import type { DraftClip } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import { type JsonObject, present, presentOrNone } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { namedTransition } from '../reading/transitions.js';
import { whenOf } from '../reading/variables.js';
import { type VisualContext, contentOf } from './contents.js';

const ANCHORS: Readonly<Record<string, string>> = table({
  'top-left': 'topLeft',
  'top-center': 'top',
  'top-right': 'topRight',
  'center-left': 'left',
  'center-center': 'center',
  'center-right': 'right',
  'bottom-left': 'bottomLeft',
  'bottom-center': 'bottom',
  'bottom-right': 'bottomRight',
});

const POSITIONS: Readonly<Record<string, string | undefined>> = table({ ...ANCHORS, custom: undefined });

/** The way in or out: slides of one element move it across the canvas. */
const animationOf = (item: Reader, name: string, duration: number): JsonObject | undefined => {
  const effect = item.text(name);
  if (effect === undefined || effect === 'none' || effect === '' || duration <= 0) return undefined;
  const { transition, differs } = namedTransition(effect, duration);
  if (differs !== undefined) item.differs(name, differs);
  return transition['type'] === 'push' ? { ...transition, type: 'slide', distance: 'canvas' } : transition;
};

const filtersOf = (item: Reader): ReadonlyArray<JsonObject> => {
  if (!item.has('filter')) return [];
  const filter = item.child('filter');
  const number = (name: string) => {
    const raw = filter.raw(name);
    const value = typeof raw === 'string' ? Number.parseFloat(raw) : Number(raw);
    if (raw !== undefined && !Number.isFinite(value))
      filter.differs(name, 'is not understood and was left out');
    return Number.isFinite(value) ? value : undefined;
  };
  filter.lacks('there is no tint', 'colorTint');
  const kinds = {
    brightness: 'brightness',
    contrast: 'contrast',
    saturate: 'saturate',
    'hue-rotate': 'hueRotate',
    blur: 'blur',
    invert: 'invert',
    grayscale: 'grayscale',
    sepia: 'sepia',
  };
  return Object.entries(kinds).flatMap(([name, type]) => {
    const amount = number(name);
    return amount === undefined ? [] : [{ type, amount: Math.max(0, amount) }];
  });
};

const looksOf = (item: Reader, isMedia: boolean): JsonObject | undefined => {
  const opacity = item.numberIn('opacity', 0, 1);
  const radius = item.child('radius');
  const corners = ['tl', 'tr', 'br', 'bl'].map((corner) => radius.number(corner) ?? 0);
  const key = item.child('chromaKey');
  const filters = isMedia ? filtersOf(item) : [];
  return presentOrNone({
    opacity,
    borderRadius: item.has('radius') ? corners : undefined,
    filters: filters.length === 0 ? undefined : filters,
    chromaKey: item.has('chromaKey')
      ? {
          color: colorIn(key, 'color') ?? '#00FF00',
          similarity: key.numberIn('similarity', 0, 1) ?? 0.1,
          blend: key.numberIn('blend', 0, 1) ?? 0,
        }
      : undefined,
  });
};

const timeOf = (
  item: Reader,
  isVideo: boolean,
  length: number | undefined,
): { readonly timeFrame: JsonObject; readonly in: number; readonly out: number } => {
  const begin = item.time('enterBegin') ?? 0;
  const entered = Math.max(begin, item.time('enterEnd') ?? 0);
  const exit = item.time('exitEnd');
  const leaves = item.time('exitBegin');
  const [from, until, speed] = isVideo
    ? [item.time('videoBegin') ?? 0, item.time('videoEnd'), item.numberIn('speed', 0.1, 10)]
    : [0, undefined, item.numberIn('speed', 0.1, 10)];
  const played = until === undefined ? undefined : (until - from) / (speed ?? 1);
  const end = exit ?? (played === undefined ? undefined : begin + played);
  if (exit !== undefined && played !== undefined && played < exit - begin - 50)
    item.differs('videoEnd', 'the media plays on until the element leaves');
  const known = end ?? length;
  return {
    timeFrame: present({
      start: begin,
      end: end ?? (isVideo && length === undefined ? 'source' : 'video'),
      offset: from || undefined,
      speed,
    }),
    in: entered - begin,
    out: leaves === undefined || known === undefined ? 0 : Math.max(0, known - leaves),
  };
};

/** The clips of the visuals of a project or a scene. */
export const visualsOf = (parent: Reader, context: VisualContext): Promise<ReadonlyArray<DraftClip>> =>
  inTurns(parent.children('visuals'), (item) => {
    const content = contentOf(item, context);
    item.ignore('id', 'name', 'zIndex', 'groupId', 'locked');
    if (!content) return [];
    const { fields, inset = { x: 0, y: 0 } } = content;
    const isMedia = fields['type'] === 'video' || fields['type'] === 'image';
    const times = timeOf(item, fields['type'] === 'video', context.length);
    const transition = presentOrNone({
      in: animationOf(item, 'enterAnimation', times.in),
      out: animationOf(item, 'exitAnimation', times.out),
    });
    item.lacks(
      'the elements are shown one over the other',
      'transition',
      'transitionId',
      'transitionDuration',
    );
    const preset = item.choice('position', POSITIONS);
    const anchor = item.choice('anchor', ANCHORS) ?? preset ?? 'topLeft';
    const [x, y] = [item.number('x') ?? 0, item.number('y') ?? 0];
    const side = (low: boolean, high: boolean, by: number) => (low ? by : high ? -by : 0);
    const flip = presentOrNone({ x: item.flag('flipH') || undefined, y: item.flag('flipV') || undefined });
    const transform = presentOrNone({ rotation: item.number('angle'), flip });
    const effects = looksOf(item, isMedia);
    return [
      {
        path: item.path,
        clip: {
          ...fields,
          timeFrame: times.timeFrame,
          when: whenOf(item.text('condition'), (message) => item.differs('condition', message)),
          position: {
            x: (preset === undefined ? x : 0) + side(/left/i.test(anchor), /right/i.test(anchor), inset.x),
            y:
              (preset === undefined ? y : 0) +
              side(anchor.startsWith('top'), anchor.startsWith('bottom'), inset.y),
            z: item.number('track') ?? 0,
            anchor,
            ...(preset === undefined ? {} : { relativeTo: preset }),
          },
          transform,
          effects:
            effects || fields['effects']
              ? { ...(fields['effects'] as JsonObject | undefined), ...effects }
              : undefined,
          transition,
        },
      },
    ];
  });
