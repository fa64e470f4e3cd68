import { isRecord } from '../../../domain/codec/json.js';
import type { CubicBezier } from '../../../domain/composition/fields/easing.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import type { Fields } from '../reading/fields.js';
import { type Canvas, clamped, type JsonObject, table } from '../reading/json-object.js';

// The parameters of effects of DaVinci Resolve and Premiere.

/** What a value of a parameter sets in a clip; undefined if it has no counterpart. */
type Setting = (value: unknown, canvas: Canvas) => Fields | undefined;

/** An effect that is known: what it always sets, and what its parameters set that are not listed as needless. */
interface Known {
  readonly always?: Fields;
  readonly settings: Readonly<Record<string, Setting>>;
  /** The values at which parameters of Premiere change nothing. */
  readonly standard?: Readonly<Record<string, unknown>>;
}

/** A parameter that changes something. */
export interface Parameter {
  readonly name: string;
  readonly of: Setting | undefined;
  readonly value: unknown;
  /** Its values over time, ms in the media. An easing is that of the change to the value. */
  readonly frames: ReadonlyArray<Frame>;
}

interface Frame {
  readonly time: number;
  readonly value: unknown;
  readonly easing?: CubicBezier | undefined;
}

const number =
  (paths: string, of: (value: number) => number | string): Setting =>
  (value) =>
    typeof value === 'number'
      ? Object.fromEntries(paths.split(' ').map((path) => [path, of(value)]))
      : undefined;

const same = (value: number): number => value;
const percent = (value: number): number => Math.max(0, value / 100);
const opacity = number('effects.opacity', (value) => clamped(0, 1, value / 100));

/** The effects of DaVinci Resolve, of which every clip has some: their parameters are stated if they are changed. */
export const RESOLVE: Readonly<Record<string, Known>> = table({
  ...Object.fromEntries(
    'Cropping,Dynamic Zoom,Lens Correction,Retime and Scaling,Stabilization,Video Faders,Fairlight Clip Pan,Fairlight Clip Pitch,Fairlight Clip Equaliser,Fairlight Equaliser Band'
      .split(',')
      .map((name) => [name, { settings: {} }]),
  ),
  Composite: { settings: { opacity } },
  Transform: {
    // It zooms about the middle.
    always: { 'position.anchor': 'center', 'position.relativeTo': 'center' },
    settings: {
      transformationZoomX: number('transform.scale.x', same),
      transformationZoomY: number('transform.scale.y', same),
      transformationPan: number('position.x', (share) => `${share * 100}%`),
      transformationTilt: number('position.y', (share) => `${share * -100}%`),
    },
  },
  'Fairlight Clip Volume and Fades': {
    settings: { volume: number('volume', (decibels) => clamped(0, LIMITS.volume, 10 ** (decibels / 20))) },
  },
});

const MIDDLE = { X: 0.5, Y: 0.5 };

/** The place of a clip in the picture, in shares of it. */
const place: Setting = (value, { width, height }) => {
  const { X, Y } = isRecord(value) ? value : {};
  return typeof X === 'number' && typeof Y === 'number'
    ? { 'position.x': (X - 0.5) * width, 'position.y': (Y - 0.5) * height }
    : undefined;
};

/** The effects of Premiere by their names, and their parameters by their numbers. */
export const PREMIERE: Readonly<Record<string, Known>> = table({
  'AE.ADBE Opacity': { settings: { 1: opacity }, standard: { 1: 100, 2: 18, 3: 0 } },
  'AE.ADBE Motion': {
    settings: {
      1: place,
      2: number('transform.scale.x transform.scale.y', percent),
      5: number('transform.rotation', same),
    },
    standard: { 1: MIDDLE, 2: 100, 3: 'any', 4: true, 5: 0, 6: MIDDLE, 7: 'any', 8: 0, 9: 0, 10: 0, 11: 0 },
  },
  'AE.ADBE Horizontal Flip': { always: { 'transform.flip.x': true }, settings: {} },
  'AE.ADBE Vertical Flip': { always: { 'transform.flip.y': true }, settings: {} },
  'AE.ADBE Invert': {
    always: { 'effects.filters': { type: 'invert', amount: 1 } },
    settings: {},
    standard: { 1: 0, 2: 0 },
  },
  'Internal Volume Stereo': { settings: {} },
  'Internal Volume Mono': { settings: {} },
  PanProcessor: { settings: {}, standard: { 0: 0.5 } },
  AudioFader: { settings: {} },
});

const recordsIn = (effect: JsonObject): ReadonlyArray<JsonObject> =>
  (Array.isArray(effect['Parameters']) ? effect['Parameters'] : []).filter(isRecord);

const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** How far a handle of a curve is from its point, as shares of the way to the other point. */
const handleOf = (point: JsonObject, name: string, frames: number, change: number) => {
  const { [name]: handle } = isRecord(point[name]) ? point[name] : {};
  const [x = 0, y = 0] = Array.isArray(handle) ? handle.map(Number) : [];
  return { x: clamped(-1, 1, x / frames), y: change === 0 ? 0 : clamped(-10, 9, y / change) };
};

/** The points of a parameter of DaVinci Resolve, by frames of the clip. Changes of decibels are not even in ours. */
const framesOf = (given: JsonObject, inDecibels: boolean, timeOf: (frame: number) => number) => {
  const points = Object.entries(given)
    .map(([frame, point]) => ({ at: Number(frame), point: isRecord(point) ? point : {} }))
    .filter(({ at, point }) => Number.isFinite(at) && typeof point['Value'] === 'number')
    .toSorted((a, b) => a.at - b.at);
  return points.flatMap(({ at, point }, index): ReadonlyArray<Frame> => {
    const [value, before] = [Number(point['Value']), points[index - 1]];
    if (!before) return [{ time: timeOf(at), value }];
    const [frames, from] = [at - before.at, Number(before.point['Value'])];
    const steps = inDecibels ? [0.25, 0.5, 0.75, 1] : [1];
    const [leaves, enters] = [
      handleOf(before.point, 'OutBez', frames, value - from),
      handleOf(point, 'InBez', frames, value - from),
    ];
    const isCurved = !inDecibels && (leaves.x !== 0 || enters.x !== 0);
    const easing = isCurved ? ([leaves.x, leaves.y, 1 + enters.x, 1 + enters.y] as const) : undefined;
    return steps.map((share) => ({
      time: timeOf(before.at + frames * share),
      value: from + (value - from) * share,
      easing,
    }));
  });
};

/** The parameters that are changed in an effect of DaVinci Resolve. @param timeOf of a frame of the clip */
export const resolveIn = (
  effect: JsonObject,
  known: Known,
  timeOf: (frame: number) => number,
): ReadonlyArray<Parameter> =>
  recordsIn(effect).flatMap((parameter): ReadonlyArray<Parameter> => {
    const { 'Parameter ID': id, 'Parameter Value': value, 'Key Frames': given } = parameter;
    const frames = isRecord(given) ? framesOf(given, id === 'volume', timeOf) : [];
    const isUsual = frames.length === 0 && isAlike(value, parameter['Default Parameter Value']);
    return isUsual ? [] : [{ name: String(id), of: known.settings[String(id)], value, frames }];
  });

/** A rational time in ms. */
const timeOf = (time: unknown): number => {
  const { value, rate } = isRecord(time) ? time : {};
  return (Number(value) / (Number(rate) || 1)) * 1000;
};

/** The parameters of an effect of Premiere that have other values than usual, or several. */
export const premiereIn = (effect: JsonObject, known: Known): ReadonlyArray<Parameter> =>
  recordsIn(effect).flatMap((parameter): ReadonlyArray<Parameter> => {
    const id = String(parameter['ID']);
    const { StartValue, Keyframes = [], DisplayName } = parameter;
    const frames = (Array.isArray(Keyframes) ? Keyframes : [])
      .filter(isRecord)
      .map(({ Position, Value }) => ({ time: timeOf(Position), value: Value }));
    const value = isRecord(StartValue) ? StartValue['Value'] : undefined;
    const standard = known.standard?.[id];
    const isUsual = [value, ...frames.map((frame) => frame.value)].every(
      (one) => one === undefined || standard === 'any' || isAlike(one, standard),
    );
    return isUsual ? [] : [{ name: String(DisplayName), of: known.settings[id], value, frames }];
  });
