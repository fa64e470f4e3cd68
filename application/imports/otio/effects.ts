import { isRecord } from '../../../domain/codec/json.js';
import { built, type Fields, keyframesOf } from '../reading/fields.js';
import { type Canvas, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { excerpt } from '../reading/tracked.js';
import { type Parameter, RESOLVE, PREMIERE, premiereIn, resolveIn } from './parameters.js';

/** Tracks had another name in the first timelines. */
export const schemaOf = (object: Reader): string =>
  (object.text('OTIO_SCHEMA') ?? '').replace(/\.\d+$/, '').replace(/^Sequence$/, 'Track');

/** What the effects of a clip do. The speed is 0 if the picture stands still. */
interface Effects {
  readonly speed: number;
  readonly fields: Fields;
}

/** What a parameter sets in a clip that begins at `start` in its media, both in ms; undefined if that is unknown. */
const setBy = (
  { of, value, frames }: Parameter,
  canvas: Canvas,
  { speed, start }: { readonly speed: number; readonly start: number },
): Fields | undefined => {
  const [first] = frames;
  if (!first) return of?.(value, canvas);
  const times = frames.map(({ time, value: at, easing }) => ({
    time: (time - start) / (Math.abs(speed) || 1),
    fields: of?.(at, canvas) ?? {},
    easing,
  }));
  const paths = Object.keys(times[0]?.fields ?? {});
  const values = (path: string) =>
    times.map(({ time, fields, easing }) => ({ time, value: fields[path] as number, easing }));
  if (paths.length === 0 || times.some(({ fields }) => Object.keys(fields).length < paths.length))
    return undefined;
  return { ...times[0]?.fields, keyframes: paths.map((path) => keyframesOf(path, values(path))) };
};

/** The effects of toucan, a renderer of such timelines, that others have too: https://github.com/OpenTimelineIO/toucan */
const TOUCAN: Readonly<Record<string, Fields>> = table({
  'toucan:Flip': { 'transform.flip.y': true },
  'toucan:Flop': { 'transform.flip.x': true },
  'toucan:Invert': { 'effects.filters': { type: 'invert', amount: 1 } },
});

/** What an effect of an editing program sets. What cannot be carried over is noted. */
const programEffect = (
  effect: Reader,
  canvas: Canvas,
  timing: { readonly speed: number; readonly start: number; readonly rate: number },
): Fields => {
  const metadata = effect.peek('metadata');
  const [premiere, resolve] = ['PremierePro_OTIO', 'Resolve_OTIO'].map((key) =>
    isRecord(metadata) && isRecord(metadata[key]) ? metadata[key] : undefined,
  );
  const given = premiere?.['MatchName'] ?? resolve?.['Effect Name'];
  const name = effect.text('effect_name') || effect.text('name') || schemaOf(effect);
  const shown = excerpt(typeof given === 'string' && resolve ? given : name);
  if (resolve?.['Enabled'] === false) return {};
  const known = typeof given === 'string' ? (premiere ? PREMIERE : RESOLVE)[given] : undefined;
  if (!known && TOUCAN[name]) return TOUCAN[name];
  if (!known) {
    effect.differs('OTIO_SCHEMA', `the effect "${shown}" has no equivalent and was left out`);
    return {};
  }
  const timeOf = (frame: number) =>
    timing.start + (frame * 1000 * (Math.abs(timing.speed) || 1)) / timing.rate;
  const changed = premiere ? premiereIn(premiere, known) : resolveIn(resolve ?? {}, known, timeOf);
  const set = changed.map((parameter) => {
    const fields = setBy(parameter, canvas, timing);
    if (!fields)
      effect.differs('metadata', `"${excerpt(parameter.name)}" of the effect "${shown}" was left out`);
    return fields;
  });
  return built(known.always, ...set);
};

/** Whether Premiere wrote a clip: its ranges count frames of the media before a change of its speed. */
export const isOfPremiere = (clip: Reader): boolean =>
  [clip, ...clip.children('effects')].some((one) => {
    const metadata = one.peek('metadata');
    return isRecord(metadata) && isRecord(metadata['PremierePro_OTIO']);
  });

/** How fast a clip plays. The factors of time warps are multiplied. */
export const speedOf = (clip: Reader): number =>
  clip.children('effects').reduce((speed, effect) => {
    const schema = schemaOf(effect);
    if (effect.peek('enabled') === false) return speed;
    if (schema === 'FreezeFrame') return 0;
    return schema === 'LinearTimeWarp' ? speed * (effect.number('time_scalar') ?? 1) : speed;
  }, 1);

/** What the effects of a clip do that begins at `start` in its media, ms. */
export const effectsOf = (clip: Reader, start: number): Effects => {
  const speed = speedOf(clip);
  const rate = clip.child('source_range').child('duration').number('rate') || 24;
  const fields = clip.children('effects').map((effect): Fields => {
    const schema = schemaOf(effect);
    effect.ignore(...effect.names());
    if (schema === 'FreezeFrame' && (effect.number('time_scalar') ?? 0) !== 0)
      effect.differs('time_scalar', 'the picture stands still');
    const isOther = !/^(LinearTimeWarp|FreezeFrame)$/.test(schema);
    return isOther && effect.flag('enabled') !== false
      ? programEffect(effect, clip.shared.canvas, { speed, start, rate })
      : {};
  });
  return { speed, fields: built(...fields) };
};
