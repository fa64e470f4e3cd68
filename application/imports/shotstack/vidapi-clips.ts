import { letOthersRun } from '../../let-others-run.js';
import { htmlClip } from '../html/html-clip.js';
import type { DraftClip } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import { type Canvas, type JsonObject, present, presentOrNone } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import { namedTransition } from '../reading/transitions.js';
import { fadesOf } from './motion.js';
import type { TextContext } from './rich-text.js';

const FITS = table({ cover: 'cover', contain: 'contain', stretch: 'stretch', none: 'none' });

/** The space between a clip at an edge and the edge, as a share of the canvas. */
const MARGIN = 0.05;

const ANCHORS: Readonly<Record<string, readonly [string, number, number]>> = table({
  center: ['center', 0, 0],
  top: ['top', 0, 1],
  bottom: ['bottom', 0, -1],
  left: ['left', 1, 0],
  right: ['right', -1, 0],
  'top-left': ['topLeft', 1, 1],
  'top-right': ['topRight', -1, 1],
  'bottom-left': ['bottomLeft', 1, -1],
  'bottom-right': ['bottomRight', -1, -1],
});

const placeOf = (clip: Reader, z: number, canvas: Canvas, isFull: boolean): JsonObject => {
  const offset = clip.child('offset');
  const [x, y] = [offset.number('x') ?? 0, offset.number('y') ?? 0];
  if (clip.isObject('position')) {
    const at = clip.child('position');
    return {
      anchor: 'center',
      x: (at.number('x') ?? 0.5) * canvas.width + x,
      y: (at.number('y') ?? 0.5) * canvas.height + y,
      z,
    };
  }
  const [anchor, right, down] = clip.choice('position', ANCHORS) ?? ['center', 0, 0];
  const margin = isFull ? 0 : MARGIN;
  return {
    anchor,
    relativeTo: anchor,
    x: right * margin * canvas.width + x,
    y: down * margin * canvas.height + y,
    z,
  };
};

const text = (asset: Reader, { fonts }: TextContext, scale: number): JsonObject => ({
  type: 'text',
  size: { width: 'auto', height: 'auto' },
  textProperties: present({
    content: asset.text('text') ?? '',
    ...fonts.fields(asset.text('font_family') ?? 'Inter', (message) => asset.differs('font_family', message)),
    fontSize: (asset.numberIn('font_size', 1, 2000) ?? 48) * scale,
    color: colorIn(asset, 'color') ?? '#FFFFFF',
    backgroundColor: colorIn(asset, 'background'),
    padding: asset.number('padding'),
    lineHeight: asset.numberIn('line_height', 0.1, 10) ?? 1.2,
    textAlign: asset.choice('align', table({ left: 'left', center: 'center', right: 'right' })) ?? 'center',
  }),
});

const assetOf = (clip: Reader, asset: Reader, context: TextContext): JsonObject | undefined => {
  const { canvas } = context;
  const scale = clip.number('scale') ?? 1;
  const fit = clip.choice('fit', FITS) ?? 'cover';
  const size =
    fit === 'none'
      ? { width: 'auto', height: 'auto' }
      : { width: canvas.width * scale, height: canvas.height * scale };
  const trim = { timing: present({ offset: asset.time('trim') || undefined }) };
  const kind = asset.text('type');
  switch (kind) {
    case 'video':
      return {
        type: kind,
        source: sourceOf(asset, 'src'),
        volume: asset.number('volume'),
        fit,
        size,
        ...trim,
      };
    case 'image':
      return { type: kind, source: sourceOf(asset, 'src'), fit, size };
    case 'audio':
      return {
        type: kind,
        source: sourceOf(asset, 'src'),
        volume: asset.number('volume'),
        audio: presentOrNone(fadesOf(asset, 'effect')),
        ...trim,
      };
    case 'color':
      return {
        type: 'shape',
        size: { width: canvas.width * scale, height: canvas.height * scale },
        shapeProperties: { shape: 'rectangle', fill: colorIn(asset, 'color') ?? '#000000' },
      };
    case 'text':
      return text(asset, context, scale);
    case 'html': {
      asset.lacks('scripts are not run', 'script');
      asset.lacks('media in HTML is not drawn', 'media_refs');
      return htmlClip(asset.text('html') ?? '', asset.text('css') ?? '', {
        ...context,
        width: canvas.width * scale,
        height: canvas.height * scale,
        base: { 'font-family': 'Inter', 'font-size': '16px', color: '#000000' },
        align: 'left',
        verticalAlign: 'top',
        differs: (message) => asset.differs('html', message),
      })?.fields;
    }
    case undefined:
    default:
      asset.cannotCarryOver(kind, 'clip');
      return undefined;
  }
};

/** The fade or transition of a clip. One to the next clip is that clip's way in. */
interface Move {
  readonly in?: JsonObject | undefined;
  readonly out?: JsonObject | undefined;
  readonly next?: JsonObject | undefined;
}

const moveOf = (clip: Reader): Move => {
  if (!clip.has('transition')) return {};
  const transition = clip.child('transition');
  const name = transition.text('name') ?? 'fade_in';
  transition.ignore('placement');
  const duration = transition.time('duration') ?? 1000;
  const { transition: found, differs } = namedTransition(name, duration);
  if (differs !== undefined) transition.differs('name', differs);
  if (/^fade[-_]?in$/i.test(name)) return { in: found };
  if (/^fade[-_]?out$/i.test(name)) return { out: found };
  transition.differs('name', 'runs over the start of the next clip instead of the end of this one');
  return { next: found };
};

export const trackOf = async (
  track: Reader,
  z: number,
  context: TextContext,
): Promise<{ readonly clips: ReadonlyArray<DraftClip>; readonly end: number }> => {
  const clips: DraftClip[] = [];
  let end = 0;
  let into: JsonObject | undefined;
  for (const clip of track.children('clips')) {
    await letOthersRun();
    const start = clip.time('start') ?? 0;
    const stop = start + (clip.time('length') ?? 0);
    end = Math.max(end, stop);
    const asset = clip.child('asset');
    const found = assetOf(clip, asset, context);
    const move = moveOf(clip);
    const opacity = clip.number('opacity');
    const turned = clip.child('transform');
    const skew = presentOrNone({ x: turned.number('skew_x'), y: turned.number('skew_y') });
    const transform = presentOrNone({ rotation: turned.number('rotation'), skew });
    const position = placeOf(
      clip,
      z,
      context.canvas,
      (found?.['size'] as JsonObject | undefined)?.['width'] === context.canvas.width,
    );
    if (!found) continue;
    const { timing, ...fields } = found;
    const timeFrame = { start, end: stop, ...(timing as JsonObject | undefined) };
    const look =
      fields['type'] === 'audio'
        ? {}
        : {
            position,
            transform,
            transition: presentOrNone({ in: move.in ?? into, out: move.out }),
            ...(opacity === undefined || opacity === 1 ? {} : { effects: { opacity } }),
          };
    into = move.next;
    clips.push({ path: clip.path, clip: { ...fields, ...look, timeFrame } });
  }
  return { clips, end };
};
