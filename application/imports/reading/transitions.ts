import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';

const SIDES: Readonly<Record<string, string>> = { l: 'left', r: 'right' };
const ZOOM = { type: 'zoom', fade: true };
const SOFT = { type: 'wipe', softness: 0.3 };
const NEAR_EDGE = 'as a soft edge';

/**
 * The transitions of ffmpeg's `xfade`, and those of gl-transitions that look alike here. The group of a pattern is the
 * direction.
 */
const KINDS: ReadonlyArray<readonly [names: RegExp, fields: JsonObject, differs?: string]> = [
  [/^(?:fade|crossfade|fadein|fadeout)$/, { type: 'fade' }],
  [/^(?:fadeblack|fadecolor)$/, { type: 'color', color: '#000000' }],
  [/^fadewhite$/, { type: 'color', color: '#FFFFFF' }],
  [/^fadegr[ae]y(?:s|scale)$/, { type: 'fade' }, 'without turning grey'],
  [/^(?:slide|cover|reveal|directional)(left|right|up|down)$/, { type: 'push' }],
  [/^directional$/, { type: 'push', direction: 'down' }],
  [/^wipe(left|right|up|down)$/, { type: 'wipe' }],
  [/^smooth(left|right|up|down)$/, { type: 'wipe', softness: 0.5 }],
  [/^circle(?:open)?$/, { type: 'circle' }],
  [/^circle(?:close|crop)$/, { type: 'circle' }, 'as a circle that opens'],
  [/^(?:radial|angular)$/, { type: 'radial' }],
  [/^(?:dissolve|randomsquares|perlin|luma)$/, { type: 'dissolve', grain: 4 }],
  [/^(?:pixelize|mosaic)$/, { type: 'pixelate' }],
  [/^linearblur$/, { type: 'blur' }],
  [/^(?:hblur|crosswarp|dreamy)$/, { type: 'blur' }, 'blurred evenly'],
  [/^zoomin$/, { ...ZOOM, from: 0 }, 'the clip before does not grow'],
  [/^(?:simplezoom|crosszoom|dreamyzoom)$/, { ...ZOOM, from: 0.5 }, 'a zoom without its distortion'],
  [/^wipe[tb](l|r)$/, { type: 'wipe', softness: 0 }, 'across instead of diagonally'],
  [/^diag[tb](l|r)$/, SOFT, 'across instead of diagonally'],
  [/^(?:(?:horz|vert)(?:open|close)|rectcrop|bowtie\w*|doorway)$/, { type: 'circle' }, 'as a circle'],
  [/^(?:hlslice|hlwind|wind|windowslice|directionalwipe)$/, { ...SOFT, direction: 'right' }, NEAR_EDGE],
  [/^(?:hrslice|hrwind|directionalwarp\w*)$/, { ...SOFT, direction: 'left' }, NEAR_EDGE],
  [/^vuslice$/, { ...SOFT, direction: 'up' }, NEAR_EDGE],
  [/^(?:vdslice|doomscreentransition)$/, { ...SOFT, direction: 'down' }, NEAR_EDGE],
  [/^(?:rotatescalefade|pinwheel|swirl)$/, { type: 'spin' }, 'as a rotation'],
];

/**
 * The transition with a name of ffmpeg or gl-transitions. What looks different is noted.
 * @param field of the reader that has the name
 * @param duration ms
 */
export const namedTransition = (
  reader: Reader,
  field: string,
  given: string,
  duration: number,
): JsonObject => {
  const name = given.toLowerCase().replaceAll(/[-_ ]/g, '');
  const shown = `"${given.slice(0, 50)}"`;
  for (const [names, fields, differs] of KINDS) {
    const [found, side] = names.exec(name) ?? [];
    if (found === undefined) continue;
    if (differs !== undefined) reader.differs(field, `${shown} is drawn ${differs}`);
    // The shader blurs over a twentieth of the width when both clips are seen alike: halfway.
    const radius = fields['type'] === 'blur' ? Math.min(200, reader.shared.canvas.width * 0.02) : undefined;
    const direction = side === undefined ? fields['direction'] : (SIDES[side] ?? side);
    return present({ ...fields, direction, radius, duration });
  }
  reader.differs(field, `${shown} has no counterpart: a fade is used`);
  return { type: 'fade', duration };
};
