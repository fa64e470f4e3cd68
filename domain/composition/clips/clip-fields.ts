import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { withDefault } from '../../codec/containers.js';
import { jsonObject } from '../../codec/json.js';
import { boolean, string } from '../../codec/scalars.js';
import { Effects } from '../fields/effects.js';
import { KeyframesList } from '../fields/keyframes.js';
import { Motion } from '../fields/motion.js';
import { Crop, Fit, FitAlign, Position, Size, Transform } from '../fields/place.js';
import { AudioProperties, Duck, Volume } from '../fields/sound.js';
import { TimeFrame } from '../fields/time-frame.js';
import { Transitions } from '../fields/transition.js';
import { LIMITS } from '../limits.js';

export const sharedFields = {
  volume: Volume,
  timeFrame: TimeFrame,
  position: withDefault(Position, {}),
  transform: withDefault(Transform, {}),
  size: withDefault(Size, {}),
};
export const optionalSharedFields = {
  id: about(
    'Unique within the video. If omitted, the service assigns one; if sent with a PATCH, the stored clip keeps it.',
    string({ minLength: 1, maxLength: 255 }),
  ),
  name: about('Display name.', string({ maxLength: LIMITS.nameLength })),
  effects: Effects,
  transition: Transitions,
  motion: Motion,
  keyframes: KeyframesList,
  when: about(
    'In a template: a condition such as `{{flag}}`. The clip is omitted if it is false, empty, 0 or null.',
    alternatives('a string or a boolean', { string: string({ maxLength: 1000 }), boolean }),
  ),
};
export const unusedSource = { source: about('Not used.', string({ maxLength: LIMITS.urlLength })) };
export const unused = about(
  'Not used on this type of clip: stored as sent, but not drawn.',
  jsonObject(1024 * 1024),
);
export const unusedText = { textProperties: unused };
export const unusedCaption = { captionProperties: unused };
export const fitFields = {
  fit: about('How the media fills its box. Default: `stretch`.', Fit),
  fitAlign: FitAlign,
  crop: Crop,
};
export const soundFields = { audio: AudioProperties, duck: Duck };
