import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { cuesOf } from '../../domain/composition/captions/exported-captions.js';
import { captionFile } from '../../domain/composition/captions/caption-files.js';
import { Markers } from '../../domain/composition/fields/markers.js';
import { outputsExpireAt } from '../outputs/retention.js';
import type { RenderRow, VideoRow } from '../ports/queries.js';
import { compositionOfVideo } from '../videos/composition-of-video.js';
import { countField, dateTime, ordinal, text } from './fields.js';
import { OutputRecord, outputRecords } from './output-record.js';
import type { OutputSettings } from './render-record.js';

export const ViewingRecord = about(
  'What a link for viewing shows.',
  record(
    {
      version: ordinal('The version of the video.'),
      name: text('The name of the video.'),
      chapters: Markers,
      updatedAt: dateTime('When the version, or its file, was made.'),
    },
    {
      durationMs: countField('Length in ms; absent if only playing it tells.'),
      file: OutputRecord,
      captions: text('The captions of the file as WebVTT; absent if there are none, or no file.'),
    },
  ),
  { title: 'Viewing' },
);
type ViewingRecord = t.TypeOf<typeof ViewingRecord>;

const viewingOfVideo = (video: VideoRow): ViewingRecord => {
  const { name, markers = [], duration } = compositionOfVideo(video).metadata;
  const length = typeof duration === 'number' ? { durationMs: duration } : {};
  return { version: video.version, name, chapters: markers, updatedAt: video.updatedAt, ...length };
};

/** The file of a render. Times of chapters and captions count from its start, which may be later than the video's. */
const viewingOfRender = (
  { video, output, captionedClips, updatedAt }: RenderRow & Required<Pick<RenderRow, 'output'>>,
  publicBaseUrl: string,
): ViewingRecord => {
  const { metadata, clips } = video.composition;
  const { from = 0, to = Infinity } = metadata.output?.[0]?.range ?? {};
  const [file] = outputRecords(publicBaseUrl, output);
  const resolved = new Map(output.resolved?.clips.map((clip) => [clip.id, clip]));
  const at = (ms: number): number => Math.min(Math.max(ms, from), to) - from;
  const cues = cuesOf({ metadata, clips: captionedClips ?? clips }, resolved)
    .map((cue) => ({ ...cue, start: at(cue.start), end: at(cue.end) }))
    .filter(({ start, end }) => end > start);
  return {
    version: video.version,
    name: metadata.name,
    chapters: (metadata.markers ?? [])
      .filter(({ time }) => time >= from && time < to)
      .map((marker) => ({ ...marker, time: marker.time - from })),
    updatedAt,
    ...(file ? { file, durationMs: file.durationMs } : {}),
    ...(cues.length > 0 ? { captions: captionFile({ words: [], cues }, 'vtt') } : {}),
  };
};

/** Shows the newest render that browsers can play if its file still exists; else the current version. */
export const viewingRecord = (
  video: VideoRow,
  render: RenderRow | undefined,
  { publicBaseUrl, retentionDays }: OutputSettings,
  now: Date,
): ViewingRecord => {
  const expiry = render && outputsExpireAt(render, retentionDays);
  const hasFile = expiry === undefined || Date.parse(expiry) > now.getTime();
  return render?.output && hasFile
    ? viewingOfRender({ ...render, output: render.output }, publicBaseUrl)
    : viewingOfVideo(video);
};
