import { expect } from 'chai';
import { exportOpenTimeline } from '../../../application/imports/otio/export-timeline.js';
import { decode } from '../../../domain/codec/codec.js';
import { withClipIds } from '../../../domain/composition/clips/clip-ids.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { rightOf } from '../../support/right-of.js';
import { A, imported, videoOf } from '../../support/api/imported-projects.js';

describe('OpenTimelineIO', () => {
  const rational = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
  const range = (start: number, duration: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: rational(start),
    duration: rational(duration),
  });
  const clip = (start: number, duration: number) => ({
    OTIO_SCHEMA: 'Clip.2',
    name: 'shot',
    source_range: range(start, duration),
    active_media_reference_key: 'DEFAULT_MEDIA',
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        target_url: A,
        available_range: range(86_400, 480),
      },
    },
  });
  const timeline = (...children: ReadonlyArray<object>) => ({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Cut',
    tracks: { OTIO_SCHEMA: 'Stack.1', children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children }] },
  });

  const dissolve = (before: number, after: number) => ({
    OTIO_SCHEMA: 'Transition.1',
    transition_type: 'SMPTE_Dissolve',
    in_offset: rational(before),
    out_offset: rational(after),
  });

  it('imports cuts, gaps and media that begin at a timecode', async () => {
    const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) };
    const { metadata, clips } = await videoOf('otio', timeline(clip(86_424, 48), gap, clip(86_400, 24)));
    expect(metadata).to.deep.include({ name: 'Cut', duration: 4000 });
    expect(clips.map((one: { timeFrame: object }) => one.timeFrame)).to.deep.equal([
      { start: 0, end: 2000, offset: 1000 },
      { start: 3000, end: 4000 },
    ]);
  });

  it('imports a dissolve as an overlap in which the second clip fades in', async () => {
    const { clips } = await videoOf('otio', timeline(clip(86_400, 48), dissolve(12, 12), clip(86_448, 48)));
    const [first, second] = clips;
    expect(first.timeFrame).to.deep.include({ start: 0, end: 2500 });
    // Half a second earlier on the timeline, and half a second earlier in the media.
    expect(second.timeFrame).to.deep.equal({ start: 1500, end: 4000, offset: 1500 });
    expect(second.transition).to.deep.equal({ in: { type: 'fade', duration: 1000 } });
  });

  it('imports a dissolve beside a gap, or at an end of the track, as a fade', async () => {
    const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) };
    const shot = clip(86_448, 48);
    const parts = [dissolve(0, 12), shot, dissolve(12, 0), gap, dissolve(6, 6), shot, dissolve(12, 0)];
    const { clips } = await videoOf('otio', timeline(...parts));
    const fade = (duration: number) => ({ type: 'fade', duration });
    expect(clips[0].transition).to.deep.equal({ in: fade(500), out: fade(500) });
    expect(clips[0].timeFrame).to.deep.include({ start: 0, end: 2000 });
    expect(clips[1].transition).to.deep.equal({ in: fade(500), out: fade(500) });
    expect(clips[1].timeFrame).to.deep.include({ start: 2750, end: 5000 });
  });

  it('imports a dissolve of sounds as a cross-fade', async () => {
    const project = timeline(clip(86_400, 48), dissolve(12, 12), clip(86_448, 48));
    const [track] = project.tracks.children;
    const sound = { ...project, tracks: { ...project.tracks, children: [{ ...track, kind: 'Audio' }] } };
    const { clips } = await videoOf('otio', sound);
    expect(clips[0]).to.deep.include({ type: 'audio', audio: { fadeOut: 1000 } });
    expect(clips[1]).to.deep.include({ type: 'audio', audio: { fadeIn: 1000 } });
  });

  it('imports the sound of a video once if it is on an audio track as well', async () => {
    const project = timeline(clip(86_400, 48), clip(86_448, 24));
    const [track] = project.tracks.children;
    const other = { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', target_url: `${A}?b` } };
    const withTrack = (kind: string, ...children: ReadonlyArray<object>) => ({
      ...project,
      tracks: { ...project.tracks, children: [track, { ...track, kind, children }] },
    });
    const volumes = async (document: object) => {
      const { clips, paths } = await videoOf('otio', document);
      return { volumes: clips.map(({ volume }: { volume?: number }) => volume), paths };
    };
    expect(await volumes(withTrack('Audio', clip(86_400, 48)))).to.deep.equal({
      volumes: [0, 0, undefined],
      paths: ['tracks.children[0].children[1]'],
    });
    const music = { ...clip(0, 72), media_references: other };
    expect((await volumes(withTrack('Audio', music))).volumes).to.deep.equal(Array(3).fill(undefined));
  });

  it('imports what was exported with the same clips', async () => {
    const body = rightOf(
      decode(CreateVideoBody, {
        metadata: { name: 'There and back', duration: 4000, fps: 24, canvas: { width: 640, height: 360 } },
        clips: [
          {
            type: 'video',
            source: A,
            timeFrame: { start: 0, end: 2000, offset: 500 },
            effects: { opacity: 0.5 },
          },
          {
            type: 'video',
            source: A,
            timeFrame: { start: 1500, end: 4000, speed: 'fit' },
            transition: { in: { type: 'fade' } },
          },
          {
            type: 'text',
            timeFrame: { start: 1000, end: 3000 },
            position: { z: 5 },
            textProperties: { content: 'Hi' },
          },
          { type: 'audio', source: A, timeFrame: { start: 0, end: 4000 }, volume: 0.3 },
        ],
      }),
    );
    const composition = { ...body, clips: withClipIds(body.clips, [], ['a', 'b', 'c', 'd']) };
    const { timeline: exported, deviations } = exportOpenTimeline(composition);
    expect(deviations.map(({ path }) => path)).to.deep.equal([
      'clips[0].effects',
      'clips[1].transition',
      'clips[1].timeFrame.speed',
    ]);
    const again = rightOf(
      decode(CreateVideoBody, (await imported('otio', JSON.parse(JSON.stringify(exported)) as object)).video),
    );
    expect(again.metadata).to.deep.equal(composition.metadata);
    expect(again.clips).to.deep.equal(composition.clips);
  });
});
