import { isRecord } from '../../../domain/codec/json.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import { clamped, type JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { excerpt } from '../reading/tracked.js';

export const schemaOf = (object: Reader): string => (object.text('OTIO_SCHEMA') ?? '').replace(/\.\d+$/, '');

/** What the effects of a clip do. The speed is 0 if the picture stands still. */
interface Effects {
  readonly speed: number;
  readonly volume?: number;
  readonly opacity?: number;
}

/** Effects that every clip of DaVinci Resolve has: they change nothing until their parameters do. */
const OF_EVERY_CLIP =
  /^(Transform|Cropping|Composite|Dynamic Zoom|Lens Correction|Retime and Scaling|Stabilization|Video Faders|Fairlight (Clip (Volume and Fades|Pan|Pitch|Equaliser)|Equaliser Band))$/;

/** The parameters of an effect of DaVinci Resolve that do not have their default values. */
const changedIn = ({ Parameters }: JsonObject): ReadonlyArray<JsonObject> =>
  (Array.isArray(Parameters) ? Parameters : []).filter(isRecord).filter((parameter) => {
    const { 'Parameter Value': value, 'Default Parameter Value': standard } = parameter;
    return JSON.stringify(value) !== JSON.stringify(standard) || framesOf(parameter) > 0;
  });

const framesOf = ({ 'Key Frames': frames }: JsonObject): number =>
  isRecord(frames) ? Object.keys(frames).length : 0;

/** What an effect of DaVinci Resolve does; undefined if that cannot be carried over. */
const resolveEffect = (name: string, effect: JsonObject, kind: string): Partial<Effects> | undefined => {
  const changed = changedIn(effect);
  if (effect['Enabled'] === false || (changed.length === 0 && OF_EVERY_CLIP.test(name))) return {};
  const [{ 'Parameter ID': id, 'Parameter Value': value } = {}] = changed;
  if (changed.length !== 1 || changed.some((one) => framesOf(one) > 0) || typeof value !== 'number')
    return undefined;
  if (name === 'Fairlight Clip Volume and Fades' && id === 'volume' && kind === 'Audio')
    return { volume: clamped(0, LIMITS.volume, 10 ** (value / 20)) };
  if (name === 'Composite' && id === 'opacity') return { opacity: clamped(0, 1, value / 100) };
  return undefined;
};

const otherEffect = (effect: Reader, kind: string): Partial<Effects> => {
  const metadata = effect.peek('metadata');
  const ofResolve = isRecord(metadata) ? metadata['Resolve_OTIO'] : undefined;
  const about = isRecord(ofResolve) ? ofResolve : {};
  const own = about['Effect Name'];
  const name = typeof own === 'string' ? own : effect.text('effect_name') || effect.text('name') || '';
  const known = isRecord(ofResolve) ? resolveEffect(name, about, kind) : undefined;
  if (known === undefined)
    effect.differs('OTIO_SCHEMA', `the effect "${excerpt(name)}" has no equivalent and was left out`);
  return known ?? {};
};

/** What the effects of a clip on a track of this kind do. The factors of time warps are multiplied. */
export const effectsOf = (clip: Reader, kind: string): Effects => {
  let effects: Effects = { speed: 1 };
  for (const effect of clip.children('effects')) {
    const schema = schemaOf(effect);
    effect.ignore('name', 'effect_name', 'metadata');
    const scalar = /^(LinearTimeWarp|FreezeFrame)$/.test(schema) ? effect.number('time_scalar') : undefined;
    if (schema === 'FreezeFrame' && (scalar ?? 0) !== 0)
      effect.differs('time_scalar', 'the picture stands still');
    if (effect.flag('enabled') === false) continue;
    if (schema === 'LinearTimeWarp') effects = { ...effects, speed: effects.speed * (scalar ?? 1) };
    else if (schema === 'FreezeFrame') effects = { ...effects, speed: 0 };
    else effects = { ...effects, ...otherEffect(effect, kind) };
  }
  return effects;
};
