import type { Clip } from '../../../domain/composition/clips/clip.js';
import { sameJson } from '../../../domain/codec/json.js';
import type { Composition, Metadata } from '../../../domain/composition/composition.js';
import { type Deviation, deviations, type Note } from '../reading/deviations.js';
import { each, type JsonObject } from '../reading/json-object.js';
import { METADATA_KEY } from './clips.js';

const rational = (ms: number): JsonObject => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 1000, value: ms });

const range = (start: number, duration: number): JsonObject => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: rational(start),
  duration: rational(duration),
});

interface Timed {
  readonly clip: Clip;
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

/** What other programs do not show of a clip with media, unless it has these values. */
const notShown = ({ canvas }: Metadata, { type, position, size }: Clip): JsonObject => ({
  volume: 1,
  ...each('transition keyframes effects motion crop audio duck', undefined),
  ...(type === 'audio'
    ? {}
    : {
        transform: { scale: { x: 1, y: 1 } },
        position: { x: 0, y: 0, z: position.z },
        size: {
          width: size.width === '100%' ? '100%' : canvas.width,
          height: size.height === '100%' ? '100%' : canvas.height,
        },
      }),
});

/** Notes the fields of an object that have other values than these. */
const noteOthers = (note: Note, object: object, values: JsonObject, path: string): void => {
  for (const [name, value] of Object.entries(values))
    if (!sameJson((object as JsonObject)[name], value))
      note(`${path}.${name}`, 'other programs do not have it', 'leftOut');
};

/** Notes what other programs do not show of a clip. */
const noteLoss = (note: Note, metadata: Metadata, clip: Clip, path: string): void => {
  const source = sourceIn(clip);
  if (clip.type === 'group')
    return note(`${path}.clips`, 'other programs do not show what is in the group', 'leftOut');
  if (source === undefined) return note(path, `other programs do not show this ${clip.type}`, 'leftOut');
  noteOthers(note, clip, notShown(metadata, clip), path);
  noteOthers(note, clip.timeFrame, each('loop freeze reverse', undefined), `${path}.timeFrame`);
  if (source.startsWith('asset:'))
    note(`${path}.source`, 'other programs cannot open assets: replace it by a file', 'toDo');
  if (clip.timeFrame.speed === 'fit')
    note(`${path}.timeFrame.speed`, 'other programs play its media at its own speed');
};

/**
 * The composition as a timeline of OpenTimelineIO. Each clip carries its full definition in its metadata, so that an
 * import gives the same clip again. Clips without numeric times are left out.
 */
export const exportOpenTimeline = ({ metadata, clips }: Composition): ExportedTimeline => {
  const { note, list } = deviations();
  noteOthers(note, metadata, each('soundtrack loudness', undefined), 'metadata');
  const timed = clips.flatMap((clip, index): ReadonlyArray<Timed> => {
    const path = `clips[${index}]`;
    const { start, duration, end = start + Number(duration), after } = clip.timeFrame;
    if (typeof start === 'number' && typeof end === 'number' && Number.isFinite(end) && after === undefined) {
      noteLoss(note, metadata, clip, path);
      return [{ clip, start, end }];
    }
    note(`${path}.timeFrame`, 'has automatic times: the clip was omitted', 'leftOut');
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
    deviations: list(),
  };
};
