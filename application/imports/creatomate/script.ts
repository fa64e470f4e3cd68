import { LIMITS } from '../../../domain/composition/limits.js';
import { letOthersRun } from '../../let-others-run.js';
import type { Converter, DraftClip } from '../draft.js';
import { backOf, built } from '../reading/fields.js';
import { canvasSide, type JsonObject } from '../reading/json-object.js';
import { formatIn, outputOf } from '../reading/outputs.js';
import type { Reader } from '../reading/reader.js';
import { lastingOf } from '../reading/scenes.js';
import type { Before, Timing } from '../reading/times.js';
import { animationsOf, transitionOverlap } from './animations.js';
import { type ElementClip, inAndOut, leaving } from './transitions.js';
import { contentOf, voicesIn } from './contents.js';
import { pictureElement } from './elements.js';
import { shapeFill } from './shapes.js';
import { spelled, withTexts } from './spelling.js';
import { groupTime, timeFrameOf, timesOf, turnsOf, withMasks } from './times.js';
import { type Axis, type Surroundings, lengthOf, pxOf, type Timed } from './values.js';

// RenderScript of Creatomate: https://creatomate.com/docs/json/introduction

interface Context {
  readonly frame: Surroundings;
  readonly voices: ReadonlyMap<unknown, string>;
  readonly depth: number;
  readonly prefix: string;
}

const DEEPEST = 6;

/** The elements of a composition as clips. Elements of one track follow each other. */
const elementsOf = async (parent: Reader, around: Context): Promise<ReadonlyArray<DraftClip>> => {
  const before = new Map<number, Before>();
  const clips: DraftClip[] = [];
  const elements = parent.children('elements').map(withTexts);
  const voices = new Map([...around.voices, ...voicesIn(elements, around.prefix)]);
  const context = { ...around, voices };
  const masks = new Map<unknown, string>();
  for (const [index, element] of elements.entries()) {
    await letOthersRun();
    const id = `${context.prefix}${index + 1}`;
    const lane = element.number('track') ?? -index - 1;
    element.ignore('id', 'name', 'dynamic', 'locked');
    if (element.flag('visible') === false) {
      element.ignore(...element.names());
      continue;
    }
    const times = timesOf(elements, index, element, before.get(lane), transitionOverlap(element));
    // A text or shape without an end of its own lasts as long as its composition.
    const end = times.timeFrame['end'] === 'video' ? context.frame.duration : times.end;
    const length = times.start !== undefined && end !== undefined ? end - times.start : undefined;
    const clip = await clipOf(element, id, { ...times, length }, index, context);
    if (!clip) continue;
    const last = before.get(lane);
    const at = last?.isEndless === true ? -1 : clips.findIndex((one) => one.clip['id'] === last?.id);
    const leaver = clips[at];
    if (leaver) clips[at] = leaving(leaver, clip, last?.end, times.start);
    const drawn = (clip.clip['timeFrame'] as JsonObject)['end'];
    const isEndless = drawn === 'video';
    before.set(lane, {
      id,
      end: isEndless ? times.start : typeof drawn === 'number' ? drawn : times.end,
      isEndless,
    });
    const mode = element.text('mask_mode') ?? 'none';
    if (mode !== 'none') masks.set(id, mode);
    clips.push(clip);
    for (const [turn, timeFrame] of turnsOf(element, times, context.frame.duration).entries()) {
      const again = await clipOf(element, `${id}-again-${turn + 1}`, { timeFrame, length }, index, context);
      if (again) clips.push(again);
    }
  }
  return withMasks(clips, masks);
};

/** A shape that a wipe uncovers while the video plays. */
const progressOf = ({ shapeProperties, keyframes }: JsonObject, direction: string): JsonObject => {
  const { fill } = shapeProperties as JsonObject;
  return { type: 'progress', progressProperties: { color: fill, direction }, keyframes };
};

/** A composition, with the clips of its elements. */
const groupOf = async (
  element: Reader,
  clip: JsonObject,
  paint: unknown,
  own: JsonObject,
  { length, ...context }: Context & Pick<Timed, 'length'>,
): Promise<DraftClip> => {
  const size = clip['size'] as JsonObject;
  const px = (side: unknown, axis: Axis) => pxOf(lengthOf(side), axis, context.frame);
  const frame = {
    width: px(size['width'], 'width'),
    height: px(size['height'], 'height'),
    duration: length,
    script: context.frame.script ?? context.frame,
  };
  // What is behind the elements is also behind the padding around them.
  const isPadded = paint !== undefined && ['x_padding', 'y_padding'].some((name) => element.has(name));
  const side = (axis: Axis) => px(element.peek(axis) ?? '100%', axis) ?? '100%';
  const whole = { width: side('width'), height: side('height') };
  const back = backOf(element.path, paint, isPadded ? whole : { width: '100%', height: '100%' });
  const middle = { 'position.x': '50%', 'position.y': '50%', 'position.anchor': 'center' };
  if (isPadded && clip['clip'] === true)
    element.differs('clip', 'the background ends where the padding begins');
  const inner = await elementsOf(element, {
    ...context,
    frame,
    depth: context.depth + 1,
    prefix: `${String(clip['id'])}-`,
  });
  return {
    path: element.path,
    clip: { ...clip, timeFrame: groupTime(own, inner) },
    inner: [...back.map((one) => (isPadded ? { ...one, clip: built(one.clip, middle) } : one)), ...inner],
  };
};

const clipOf = async (
  element: Reader,
  id: string,
  { timeFrame: own, length }: Pick<Timing, 'timeFrame'> & Pick<Timed, 'length'>,
  index: number,
  context: Context,
): Promise<ElementClip | undefined> => {
  const texts = { frame: context.frame, voices: context.voices, length };
  const given = contentOf(element, texts);
  if (!given) return undefined;
  const { timing, paint, ...content } = built(given);
  const type = String(content['type']);
  const timed = { id, timeFrame: timeFrameOf(own, (timing ?? {}) as JsonObject) };
  if (type === 'audio') {
    element.ignore('x', 'y', 'width', 'height', 'z_index', 'animations');
    return { path: element.path, clip: built(content, timed) };
  }
  const z = element.number('z_index') ?? element.number('track') ?? index + 1;
  const picture = pictureElement(element, type, z, texts);
  const { start } = timed.timeFrame;
  const moving = [content['keyframes'], picture['keyframes']].some((list) => list !== undefined);
  const canWait = /^(text|shape|image)$/.test(type) && typeof start === 'number' && !moving;
  const animations = animationsOf(element, { kind: type, ...texts, canWait });
  const { text, exit, progress, leaves, wait = 0, ...moves } = animations;
  const drawn = progress === undefined ? content : progressOf(content, progress);
  const animation = { 'textProperties.animation': type === 'text' ? (text ?? exit?.text) : undefined };
  const waits = wait > 0 ? { 'timeFrame.start': Number(start) + wait } : {};
  const clip = built(drawn, picture, { ...moves }, animation, timed, waits);
  if (text && exit && clip['keyframes'] !== undefined)
    element.differs(
      'animations',
      'the text does not leave as it should, because more of it changes over time',
    );
  else if (text && exit && length !== undefined)
    return { ...inAndOut(element.path, clip, exit.text, length - exit.lasts - wait), leaves };
  return type !== 'group' || context.depth >= DEEPEST
    ? { path: element.path, clip, leaves }
    : { ...(await groupOf(element, clip, paint, own, { ...texts, ...context })), leaves };
};

/** Fields that change nothing of the picture, or only how it is encoded. */
const UNSEEN =
  'emoji_style name id track time type comment metadata crf gif_quality gif_compression max_width max_height render_scale'.split(
    ' ',
  );

/** Converts a RenderScript. */
export const creatomate: Converter = async (given) => {
  const script = spelled(given);
  script.ignore(...UNSEEN);
  // https://creatomate.com/llms/text.md
  script.shared.fonts.instead('Aileron', /^(arial|helvetica)$/i);
  const format = formatIn(script, 'output_format');
  const at = script.time('snapshot_time');
  const [width, height] = [script.number('width'), script.number('height')];
  const side = (length: number | undefined) => (length === undefined ? 'auto' : canvasSide(length));
  const duration = script.raw('duration') === 'auto' ? undefined : script.time('duration');
  for (const font of script.children('fonts'))
    script.shared.fonts.add(
      font.source('source'),
      font.text('family'),
      font.number('weight'),
      font.text('style'),
    );
  const frame = { width, height, duration };
  const clips = await elementsOf(script, { frame, voices: new Map(), depth: 1, prefix: 'element-' });
  const lasting = lastingOf(clips);
  const isStill = /^(jpg|png|webp)$/.test(format);
  return {
    metadata: {
      name: 'Imported from Creatomate',
      duration: duration ?? (typeof lasting === 'number' ? lasting : isStill ? (at ?? 0) + 1000 : 'auto'),
      fps: script.number('frame_rate', 1, LIMITS.fps) ?? 30,
      canvas: { width: side(width), height: side(height) },
      backgroundColor: shapeFill(script, { frame, length: duration }).paint ?? '#000000',
      output: outputOf({ format, ...(isStill ? { at } : { poster: at === undefined ? at : { at } }) }),
    },
    clips,
  };
};
