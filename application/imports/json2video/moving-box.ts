import { EASING_NAMES } from '../../../domain/composition/fields/easing.js';
import { cssPx } from '../html/css-values.js';
import { htmlClip } from '../html/html-clip.js';
import { built, keyframesOf } from '../reading/fields.js';
import { type Canvas, type JsonObject, same } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { cssOf, styleOf } from './texts.js';

/** What changes while a box moves: the setting, the side that it depends on, and its usual value. */
const MOVES = [
  ['position.x', 'left', 'width', '0%'],
  ['position.y', 'top', 'height', '0%'],
  ['size.width', 'width', 'width', '100%'],
  ['size.height', 'height', 'height', '100%'],
] as const;
const OF_MOVES = /^(initial|final)_|^(duration|easing)$/;
const BOX = { background: 'cornflowerblue', 'box-shadow': '2px 0 2px 0 #555' };

/** A box that moves once, cut off at the sides of its element: https://json2video.com/docs/resources/basic/100 */
export const movingBox = (box: Reader, canvas: Canvas): JsonObject => {
  const time = box.number('duration', 1) ?? 1000;
  const easing = box.choice('easing', same(EASING_NAMES.join(' '))) ?? 'easeOutElastic';
  const moved = MOVES.map(([path, setting, side, usual]) => {
    const [value = 0, end = 0] = [`initial_${setting}`, `final_${setting}`].map((name) => {
      const lengths = { em: 16, whole: canvas[side], canvas };
      const px = cssPx(box.knownText(name) ?? usual, lengths) ?? box.differs(name, 'is not a length');
      return path.startsWith('size') ? Math.max(0.01, px ?? canvas[side]) : (px ?? 0);
    });
    const points = [
      { time: 0, value },
      { time, value: end, easing },
    ];
    return { [path]: value, keyframes: value === end ? undefined : keyframesOf(path, points) };
  });
  const elsewhere = box.names().filter((name) => OF_MOVES.test(name));
  const css = styleOf({ ...BOX, ...cssOf(box, elsewhere) });
  const drawn = htmlClip(box, '', { html: `<div style="height:100%;${css}"></div>` }, { ...canvas, canvas });
  const clips = drawn ? [built(drawn.fields, { timeFrame: { end: 'video' } }, ...moved)] : [];
  return { type: 'group', size: canvas, clip: true, clips };
};
