import type { JsonObject } from './json-object.js';

/** A transition here, and what differs from the one that is meant, if anything does. */
export interface Found {
  readonly transition: JsonObject;
  readonly differs?: string;
}

const DIAGONAL: Readonly<Record<string, string>> = { tl: 'left', tr: 'right', bl: 'left', br: 'right' };

/** The direction at the end of a name such as `wipeleft` or `directional-up`. */
const directionIn = (name: string): string | undefined => /(left|right|up|down)$/.exec(name)?.[1];

interface Kind {
  readonly names: RegExp;
  readonly fields: (name: string) => JsonObject;
  /** Why it only comes near. */
  readonly differs?: string;
}

/** The transitions of ffmpeg's `xfade`, and those of gl-transitions that look alike here. */
const KINDS: ReadonlyArray<Kind> = [
  { names: /^(fade|crossfade|fadein|fadeout|dummy)$/, fields: () => ({ type: 'fade' }) },
  { names: /^(fadeblack|fadecolor)$/, fields: () => ({ type: 'color', color: '#000000' }) },
  { names: /^fadewhite$/, fields: () => ({ type: 'color', color: '#FFFFFF' }) },
  { names: /^fadegr[ae]y(s|scale)$/, fields: () => ({ type: 'fade' }), differs: 'without turning grey' },
  {
    names: /^(slide|cover|reveal)(left|right|up|down)$/,
    fields: (name) => ({ type: 'push', direction: directionIn(name) }),
  },
  {
    names: /^directional(left|right|up|down)$/,
    fields: (name) => ({ type: 'push', direction: directionIn(name) }),
  },
  { names: /^directional$/, fields: () => ({ type: 'push', direction: 'down' }) },
  { names: /^wipe(left|right|up|down)$/, fields: (name) => ({ type: 'wipe', direction: directionIn(name) }) },
  {
    names: /^smooth(left|right|up|down)$/,
    fields: (name) => ({ type: 'wipe', direction: directionIn(name), softness: 0.5 }),
  },
  { names: /^circle(open|close|crop)?$/, fields: () => ({ type: 'circle' }) },
  { names: /^(radial|angular)$/, fields: () => ({ type: 'radial' }) },
  { names: /^(dissolve|randomsquares|perlin|luma)$/, fields: () => ({ type: 'dissolve', grain: 4 }) },
  { names: /^(pixelize|mosaic)$/, fields: () => ({ type: 'pixelate' }) },
  {
    names: /^(hblur|linearblur|crosswarp|dreamy)$/,
    fields: () => ({ type: 'blur' }),
    differs: 'blurred evenly',
  },
  {
    names: /^zoomin$/,
    fields: () => ({ type: 'zoom', from: 0, fade: true }),
    differs: 'the clip before does not grow',
  },
  {
    names: /^(simplezoom|crosszoom|dreamyzoom)$/,
    fields: () => ({ type: 'zoom', from: 0.5, fade: true }),
    differs: 'a zoom without its distortion',
  },
  {
    names: /^wipe(tl|tr|bl|br)$|^diag(tl|tr|bl|br)$/,
    fields: (name) => ({
      type: 'wipe',
      direction: DIAGONAL[name.slice(-2)],
      softness: name.startsWith('diag') ? 0.3 : 0,
    }),
    differs: 'across instead of diagonally',
  },
  {
    names: /^(horzopen|horzclose|vertopen|vertclose|rectcrop|bowtie\w*|doorway)$/,
    fields: () => ({ type: 'circle' }),
    differs: 'as a circle',
  },
  {
    names: /^(hlslice|hlwind|wind|windowslice|directionalwipe)$/,
    fields: () => ({ type: 'wipe', direction: 'right', softness: 0.3 }),
    differs: 'as a soft edge',
  },
  {
    names: /^(hrslice|hrwind|directionalwarp\w*)$/,
    fields: () => ({ type: 'wipe', direction: 'left', softness: 0.3 }),
    differs: 'as a soft edge',
  },
  {
    names: /^(vuslice)$/,
    fields: () => ({ type: 'wipe', direction: 'up', softness: 0.3 }),
    differs: 'as a soft edge',
  },
  {
    names: /^(vdslice|doomscreentransition)$/,
    fields: () => ({ type: 'wipe', direction: 'down', softness: 0.3 }),
    differs: 'as a soft edge',
  },
  { names: /^(rotatescalefade|pinwheel|swirl)$/, fields: () => ({ type: 'spin' }), differs: 'as a rotation' },
];

/**
 * The transition with a name of ffmpeg or gl-transitions.
 * @param duration ms
 */
export const namedTransition = (given: string, duration: number): Found => {
  const name = given.toLowerCase().replaceAll(/[-_ ]/g, '');
  const kind = KINDS.find(({ names }) => names.test(name));
  if (!kind)
    return {
      transition: { type: 'fade', duration },
      differs: `"${given.slice(0, 50)}" has no counterpart: a fade is used`,
    };
  const transition = { ...kind.fields(name), duration };
  return kind.differs === undefined
    ? { transition }
    : { transition, differs: `"${given.slice(0, 50)}" is drawn ${kind.differs}` };
};
