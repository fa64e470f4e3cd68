import { type JsonObject, present, same, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

// Sounds of Shotstack and of VidAPI.

const FADES: Readonly<Record<string, JsonObject | undefined>> = table({
  none: undefined,
  fadeIn: { fadeIn: 2000 },
  fadeOut: { fadeOut: 2000 },
  fadeInFadeOut: { fadeIn: 2000, fadeOut: 2000 },
});

export const soundFades = rule.choice('audio', FADES);

/** The music of a timeline, of Shotstack and of VidAPI. */
export const soundtrackOf = (timeline: Reader): JsonObject | undefined => {
  const soundtrack = timeline.child('soundtrack');
  soundtrack.choice('type', same('audio'));
  soundtrack.lacks('the music starts at its beginning', 'trim');
  const [volume, fades] = [soundtrack.number('volume'), soundtrack.choice('effect', FADES)];
  return soundtrack.has('src') ? present({ source: soundtrack.source('src'), volume, ...fades }) : undefined;
};
