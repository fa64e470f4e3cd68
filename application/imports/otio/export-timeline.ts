import type { Clip } from '../../../domain/composition/clips/clip.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { Deviation } from '../reading/deviations.js';
import type { JsonObject } from '../reading/json-object.js';
import { METADATA_KEY } from './clips.js';

const rational = (ms: number): JsonObject => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 1000, value: ms });

const range = (start: number, duration: number): JsonObject => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: rational(start),
  duration: rational(duration),
});

interface Timed {
  readonly clip: Clip;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

const gap = (duration: number): JsonObject => ({
  OTIO_SCHEMA: 'Gap.1',
  source_range: range(0, duration),
  metadata: {},
});

const sourceIn = (clip: Clip): string | undefined =>
  'source' in clip && clip.source !== undefined && clip.source !== '' ? clip.source : undefined;

const itemOf = ({ clip, start, end }: Timed): JsonObject => {
  const { speed, offset = 0 } = clip.timeFrame;
  const source = sourceIn(clip);
  return {
    OTIO_SCHEMA: 'Clip.2',
    name: clip.name ?? clip.type,
    source_range: range(offset, end - start),
    effects:
      typeof speed !== 'number'
        ? []
        : [{ OTIO_SCHEMA: 'LinearTimeWarp.1', effect_name: 'LinearTimeWarp', time_scalar: speed }],
    active_media_reference_key: 'DEFAULT_MEDIA',
    media_references: {
      DEFAULT_MEDIA:
        source === undefined
          ? { OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: clip.type, parameters: {} }
          : { OTIO_SCHEMA: 'ExternalReference.1', target_url: source },
    },
    metadata: { [METADATA_KEY]: clip },
  };
};

/** Puts each clip on the first track that is free, from back to front. Clips that overlap get tracks of their own. */
const tracksOf = (clips: ReadonlyArray<Timed>): ReadonlyArray<ReadonlyArray<Timed>> => {
  const tracks: Array<{ readonly z: number; readonly items: Array<Timed>; end: number }> = [];
  for (const timed of clips) {
    const { z } = timed.clip.position;
    const free = tracks.find((track) => track.z === z && track.end <= timed.start);
    if (free) {
      free.items.push(timed);
      free.end = timed.end;
    } else tracks.push({ z, items: [timed], end: timed.end });
  }
  return tracks.map(({ items }) => items);
};

const trackOf = (kind: string, items: ReadonlyArray<Timed>): JsonObject => {
  let at = 0;
  const children: Array<JsonObject> = [];
  for (const item of items) {
    if (item.start > at) children.push(gap(item.start - at));
    children.push(itemOf(item));
    at = item.end;
  }
  return { OTIO_SCHEMA: 'Track.1', name: '', kind, children, metadata: {} };
};

export interface ExportedTimeline {
  readonly timeline: JsonObject;
  readonly deviations: ReadonlyArray<Deviation>;
}

const REMARKS: Readonly<Record<string, string>> = {
  transition: 'other programs do not show this transition',
  keyframes: 'other programs do not show these keyframes',
  effects: 'other programs do not show these effects',
};

/**
 * The composition as a timeline of OpenTimelineIO. Each clip carries its full definition in its metadata, so that an
 * import gives the same clip again. Clips without numeric times are left out.
 */
export const exportOpenTimeline = ({ metadata, clips }: Composition): ExportedTimeline => {
  const deviations: Array<Deviation> = [];
  const timed = clips.flatMap((clip, index): ReadonlyArray<Timed> => {
    const path = `clips[${index}]`;
    const { start, end, speed } = clip.timeFrame;
    for (const [field, message] of Object.entries(REMARKS))
      if (field in clip) deviations.push({ kind: 'leftOut', path: `${path}.${field}`, message });
    if (speed === 'fit')
      deviations.push({
        kind: 'near',
        path: `${path}.timeFrame.speed`,
        message: 'other programs play its media at its own speed',
      });
    if (typeof start === 'number' && typeof end === 'number' && clip.timeFrame.after === undefined)
      return [{ clip, path, start, end }];
    deviations.push({
      kind: 'leftOut',
      path: `${path}.timeFrame`,
      message: 'has automatic times: the clip was omitted',
    });
    return [];
  });
  const inOrder = timed.toSorted((a, b) => a.clip.position.z - b.clip.position.z || a.start - b.start);
  const isSound = ({ clip }: Timed): boolean => clip.type === 'audio';
  const children = [
    ...tracksOf(inOrder.filter((one) => !isSound(one))).map((items) => trackOf('Video', items)),
    ...tracksOf(inOrder.filter(isSound)).map((items) => trackOf('Audio', items)),
  ];
  return {
    timeline: {
      OTIO_SCHEMA: 'Timeline.1',
      name: metadata.name,
      metadata: { [METADATA_KEY]: metadata },
      tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children, metadata: {} },
    },
    deviations,
  };
};
