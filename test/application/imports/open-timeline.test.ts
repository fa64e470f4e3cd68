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
  const ofPremiere = (metadata: object) => ({ metadata: { PremierePro_OTIO: metadata } });
  const SIZE = ofPremiere({ VideoResolution: { width: 1080, height: 1920 } });
  const timeline = (...children: ReadonlyArray<object>) => ({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Cut',
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      ...SIZE,
      children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children }],
    },
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

  it('shows clips in a stack that lie on no track', async () => {
    const stack = { OTIO_SCHEMA: 'Stack.1', children: [clip(86_424, 48)] };
    const { clips, paths } = await videoOf('otio', timeline(stack));
    expect(clips[0].clips[0].timeFrame).to.deep.equal({ start: 0, end: 2000, offset: 1000 });
    expect(paths).to.deep.equal([]);
  });

  it('imports a dissolve as an overlap in which the second clip fades in', async () => {
    const { clips } = await videoOf('otio', timeline(clip(86_400, 48), dissolve(12, 12), clip(86_448, 48)));
    const [first, second] = clips;
    expect(first.timeFrame).to.deep.include({ start: 0, end: 2500 });
    // Half a second earlier on the timeline, and half a second earlier in the media.
    expect(second.timeFrame).to.deep.equal({ start: 1500, end: 4000, offset: 1500 });
    expect(second.transition).to.deep.equal({ in: { type: 'fade', duration: 1000 } });
  });

  it('begins a clip with a speed as much earlier in its media as its dissolve plays of it', async () => {
    const effects = [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 0.5 }];
    const warped = { ...clip(86_448, 48), effects };
    const { clips } = await videoOf('otio', timeline(clip(86_400, 48), dissolve(12, 12), warped));
    expect(clips[1].timeFrame).to.deep.equal({ start: 1500, end: 4000, offset: 1750, speed: 0.5 });
  });

  it('holds the first picture of media that is too short for a dissolve', async () => {
    const { clips, paths } = await videoOf(
      'otio',
      timeline(clip(86_400, 48), dissolve(12, 12), clip(86_400, 48)),
    );
    expect(clips[1].timeFrame).to.deep.equal({ start: 1500, end: 4000, freeze: [{ at: 0, duration: 500 }] });
    expect(paths).to.deep.equal([]);
  });

  it('plays a nested timeline at its speed, or holds its first picture', async () => {
    const warp = (time_scalar: number) => [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar }];
    const children = [clip(86_400, 48), clip(86_448, 48)];
    const fast = { OTIO_SCHEMA: 'Stack.1', source_range: range(24, 24), effects: warp(2) };
    const track = { OTIO_SCHEMA: 'Track.1', kind: 'Video', children };
    const still = { ...track, source_range: range(12, 24), effects: [{ OTIO_SCHEMA: 'FreezeFrame.1' }] };
    const nested = [{ ...fast, children: [track] }, still];
    const { metadata, clips, paths } = await videoOf('otio', timeline(...nested));
    const times = clips.map((one: { clips: ReadonlyArray<{ timeFrame: object }> }) =>
      one.clips.map(({ timeFrame }) => timeFrame),
    );
    expect(times).to.deep.equal([
      [
        { start: 0, end: 500, offset: 1000, speed: 2 },
        { start: 500, end: 1000, offset: 2000, speed: 2 },
      ],
      [{ start: 0, end: 1000, offset: 500, freeze: [{ at: 0, duration: 1000 }] }],
    ]);
    expect([metadata.duration, paths]).to.deep.equal([2000, []]);
    const back = { ...fast, effects: warp(-1), children: [track] };
    expect((await videoOf('otio', timeline(back))).paths).to.deep.equal([
      'tracks.children[0].children[0].effects',
    ]);
  });

  it('shows the range of a track, of a nested timeline and of the whole', async () => {
    const inner = { OTIO_SCHEMA: 'Stack.1', source_range: range(12, 48), children: [clip(86_400, 72)] };
    const project = timeline(clip(86_400, 48), clip(86_448, 48), inner);
    const [track] = project.tracks.children;
    const shown = { ...track, source_range: range(24, 84) };
    const late = { ...track, source_range: range(-24, 48) };
    const nothing = { ...track, source_range: range(-96, 48) };
    const tracks = { ...project.tracks, children: [shown, late, nothing] };
    const { metadata, clips, paths } = await videoOf('otio', { ...project, tracks });
    const times = clips.map(({ timeFrame }: { timeFrame: object }) => timeFrame);
    expect(times.slice(0, 4)).to.deep.equal([
      { start: 0, end: 1000, offset: 1000 },
      { start: 1000, end: 3000, offset: 2000 },
      { start: 3000, end: 3500 },
      { start: 1000, end: 2000 },
    ]);
    expect(clips[2].clips[0].timeFrame).to.deep.equal({ start: 0, end: 500, offset: 500 });
    expect(times).to.have.length(7);
    expect(paths).to.deep.equal(['tracks.children[2].source_range']);
    expect(metadata.duration).to.equal(6000);
    const whole = { ...project, tracks: { ...project.tracks, source_range: range(48, 24) } };
    expect((await videoOf('otio', whole)).clips).to.have.length(1);
  });

  it('begins with what an EDL records first, whose timecode its reader writes as the range of the track', async () => {
    const project = timeline(clip(86_400, 48), clip(86_448, 48));
    const [track] = project.tracks.children;
    const at = (recorded: number) => ({ ...track, source_range: range(-recorded, 96) });
    for (const timecode of [24, 86_400]) {
      const tracks = { ...project.tracks, children: [at(timecode + 12), at(timecode)] };
      const { clips, metadata, paths } = await videoOf('otio', { ...project, tracks });
      const times = clips.map(({ timeFrame: { start, end } }: { timeFrame: Record<string, number> }) => [
        start,
        end,
      ]);
      expect(times).to.deep.equal([
        [500, 2500],
        [2500, 4500],
        [0, 2000],
        [2000, 4000],
      ]);
      expect([metadata.duration, paths]).to.deep.equal([4500, []]);
    }
  });

  it('fades out the first clip of a dissolve above the lowest track of pictures', async () => {
    const project = timeline(clip(86_400, 48), dissolve(12, 12), clip(86_448, 48));
    const [track] = project.tracks.children;
    const sound = { ...track, kind: 'Audio', children: [] };
    const doubled = { ...project, tracks: { ...project.tracks, children: [sound, track, track] } };
    const { clips, paths } = await videoOf('otio', doubled);
    expect(paths).to.deep.equal(['tracks.children[2].children[1]']);
    expect(clips[0].transition).to.equal(undefined);
    expect(clips[2].transition).to.deep.equal({ out: { type: 'fade', duration: 1000 } });
    expect(clips[2].timeFrame).to.deep.include({ end: 2500 });
  });

  it('has the wipes and effects of toucan, also of stacks, and sequences of images to replace', async () => {
    const wipe = { ...dissolve(12, 12), transition_type: 'toucan:VerticalWipe' };
    const stack = { OTIO_SCHEMA: 'Stack.1', children: [clip(86_400, 48)] };
    const images = {
      ...clip(86_400, 48),
      effects: [{ OTIO_SCHEMA: 'Effect.1', effect_name: 'toucan:Flop' }],
      media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ImageSequenceReference.1', target_url_base: 'a/' } },
    };
    const { video, deviations } = await imported('otio', timeline(images, wipe, stack));
    expect(video).to.have.nested.property('clips[0].transform.flip.x', true);
    expect(video)
      .to.have.nested.property('clips[1].transition.in')
      .that.includes({ type: 'wipe', direction: 'down', duration: 1000 });
    expect(deviations.map(({ kind }) => kind)).to.deep.equal(['toDo']);
  });

  it('has the frame rate of its start, or else of most of its clips', async () => {
    const at = (rate: number) => ({ ...clip(0, 48), source_range: rangeAt(rate) });
    const rangeAt = (rate: number) => ({ start_time: rational(0, rate), duration: rational(48, rate) });
    const clips = timeline(at(24), at(60), at(60));
    const fpsOf = async (project: object) => (await videoOf('otio', project)).metadata.fps as number;
    expect(await fpsOf(clips)).to.equal(60);
    expect(await fpsOf({ ...clips, global_start_time: rational(0, 25) })).to.equal(25);
    expect(await fpsOf({ ...clips, global_start_time: rational(0, 1) })).to.equal(60);
    expect(await fpsOf(timeline(at(24_000)))).to.be.closeTo(23.976, 0.001);
    const { metadata, paths } = await videoOf('otio', timeline(at(1000)));
    expect(metadata.fps).to.equal(30);
    expect(paths).to.include('tracks');
  });

  describe('effects of DaVinci Resolve', () => {
    const parameter = (id: string, value: number, standard: number, frames: object = {}) => ({
      'Parameter ID': id,
      'Parameter Value': value,
      'Default Parameter Value': standard,
      'Key Frames': frames,
    });
    const effect = (name: string, Enabled: boolean, ...Parameters: ReadonlyArray<object>) => ({
      OTIO_SCHEMA: 'Effect.1',
      name: '',
      effect_name: 'Resolve Effect',
      metadata: { Resolve_OTIO: { 'Effect Name': name, Enabled, Parameters } },
    });
    const withEffects = async (kind: string, ...effects: ReadonlyArray<object>) => {
      const project = timeline({ ...clip(86_400, 48), effects });
      const [track] = project.tracks.children;
      const children = [{ ...track, kind }];
      const { video, deviations } = await imported('otio', {
        ...project,
        tracks: { ...project.tracks, children },
      });
      const [only] = video['clips'] as ReadonlyArray<object>;
      return { clip: only, messages: deviations.map(({ message }) => message) };
    };

    it('lists those that change something, by their names', async () => {
      const { messages } = await withEffects(
        'Video',
        effect('Cropping', true),
        effect('Transform', true, parameter('transformationZoomX', 1, 1)),
        effect('Dynamic Zoom', false, parameter('dynamicZoomScale', 0.8, 1)),
        effect('Transform', true, parameter('transformationYaw', 1, 1, { 3: { Value: 2 } })),
        effect('Gaussian Blur', true),
        { OTIO_SCHEMA: 'Effect.1', effect_name: 'Glow' },
      );
      const left = (name: string) => `the effect "${name}" has no equivalent and was left out`;
      const moving = '"transformationYaw" of the effect "Transform" was left out';
      expect(messages).to.deep.equal([moving, ...['Gaussian Blur', 'Glow'].map(left)]);
    });

    it('imports what changes over time, from the start of the clip', async () => {
      const curve = {
        0: { Value: 1, OutBez: { OutBez: [6, 0] } },
        24: { Value: 2, InBez: { InBez: [-12, -0.5] } },
      };
      const transform = effect('Transform', true, parameter('transformationZoomX', 1, 1, curve));
      const { clip: zoomed, messages } = await withEffects('Video', transform);
      expect(messages).to.deep.equal([]);
      const last = { time: 1000, value: 2, easing: [0.25, 0, 0.5, 0.5] };
      expect(zoomed).to.have.deep.nested.property('keyframes[0].points', [{ time: 0, value: 1 }, last]);
      const fade = effect(
        'Fairlight Clip Volume and Fades',
        true,
        parameter('volume', 0, 0, { 0: { Value: 0 }, 48: { Value: -40 } }),
      );
      const { clip: faded } = await withEffects('Audio', fade);
      expect(faded).to.have.deep.nested.property('keyframes[0].points[2]', { time: 1000, value: 0.1 });
    });

    it('imports the scale and the place of a clip', async () => {
      const zoom = ['X', 'Y'].map((axis) => parameter(`transformationZoom${axis}`, 1.2, 1));
      const place = [parameter('transformationPan', 0.25, 0), parameter('transformationTilt', 0.1, 0)];
      const { clip: moved, messages } = await withEffects(
        'Video',
        effect('Transform', true, ...zoom, ...place),
      );
      expect(moved).to.deep.include({
        transform: { scale: { x: 1.2, y: 1.2 } },
        position: { z: 0, anchor: 'center', relativeTo: 'center', x: '25%', y: '-10%' },
      });
      expect(messages).to.deep.equal([]);
    });

    it('imports volumes and opacities', async () => {
      const volume = effect('Fairlight Clip Volume and Fades', true, parameter('volume', -20, 0));
      const sound = await withEffects('Audio', volume);
      expect(sound.clip).to.deep.include({ type: 'audio', volume: 0.1 });
      const picture = await withEffects('Video', effect('Composite', true, parameter('opacity', 40, 100)));
      expect(picture.clip).to.deep.include({ type: 'video', effects: { opacity: 0.4 } });
      expect([...sound.messages, ...picture.messages]).to.deep.equal([]);
    });
  });

  describe('effects of Premiere', () => {
    const START = { Position: rational(-10_800_000) };
    const parameter = (ID: number, Value: unknown) => ({
      DisplayName: `parameter ${ID}`,
      ID,
      StartValue: { ...START, Value },
    });
    const keyed = (ID: number, ...values: ReadonlyArray<readonly [number, unknown]>) => ({
      DisplayName: `parameter ${ID}`,
      ID,
      Keyframes: values.map(([frame, Value]) => ({ Position: rational(frame), Value })),
    });
    const effect = (MatchName: string, ...Parameters: ReadonlyArray<object>) => ({
      OTIO_SCHEMA: 'Effect.1',
      effect_name: MatchName,
      ...ofPremiere({ MatchName, Parameters }),
    });
    const speed = (time_scalar: number) => ({ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar });
    const usual = [
      effect('AE.ADBE Opacity', parameter(1, 100), parameter(2, 18)),
      effect('AE.ADBE Motion', parameter(1, { X: 0.5, Y: 0.5 }), parameter(2, 100), parameter(5, 0)),
    ];

    it('reads the size of the picture, and lengths in frames of the media', async () => {
      const part = (factor: number) => ({ ...clip(86_400, 48), effects: [...usual, speed(factor)] });
      const { metadata, clips, paths } = await videoOf('otio', timeline(part(1), part(4), part(1)));
      expect(metadata).to.deep.include({ canvas: { width: 1080, height: 1920 }, duration: 4500 });
      expect(clips[1].timeFrame).to.deep.equal({ start: 2000, end: 2500, speed: 4 });
      expect(clips[1].size).to.deep.equal({ width: 'auto', height: 'auto' });
      expect(paths).to.deep.equal([]);
    });

    it('imports scales, places, opacities and flips, also over time', async () => {
      const effects = [
        effect('AE.ADBE Opacity', keyed(1, [86_400, 0], [86_424, 100]), parameter(2, 10)),
        effect('AE.ADBE Motion', parameter(1, { X: 0.75, Y: 0.25 }), parameter(2, 25), parameter(5, 10)),
        effect('AE.ADBE Horizontal Flip'),
        speed(2),
      ];
      const { clips, paths } = await videoOf('otio', timeline({ ...clip(86_400, 48), effects }));
      expect(clips[0].position).to.deep.include({ anchor: 'center', x: 270, y: -480 });
      expect(clips[0].transform).to.deep.equal({
        scale: { x: 0.25, y: 0.25 },
        rotation: 10,
        flip: { x: true },
      });
      expect(clips[0].keyframes).to.deep.equal([
        {
          property: 'effects.opacity',
          points: [
            { time: 0, value: 0 },
            { time: 500, value: 1 },
          ],
        },
      ]);
      expect(paths).to.deep.equal(['tracks.children[0].children[0].effects[0].metadata']);
    });
  });

  it('takes the size of the picture from its media if it is not stated', async () => {
    const project = timeline(clip(86_400, 48));
    const tracks = { ...project.tracks, metadata: {} };
    const { video, deviations } = await imported('otio', { ...project, tracks });
    expect(video['metadata']).to.deep.include({ canvas: { width: 'auto', height: 'auto' } });
    expect(deviations.map(({ path, kind }) => [path, kind])).to.deep.equal([['tracks', 'unseen']]);
  });

  it('notes a transition that dips to a colour', async () => {
    const dip = { ...dissolve(12, 12), name: 'Dip to Black' };
    const { paths } = await videoOf('otio', timeline(clip(86_400, 48), dip, clip(86_448, 48)));
    expect(paths).to.deep.equal(['tracks.children[0].children[1].transition_type']);
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
        metadata: {
          name: 'There and back',
          duration: 4000,
          fps: 24,
          canvas: { width: 640, height: 360 },
          soundtrack: { source: A },
        },
        clips: [
          {
            type: 'video',
            source: A,
            size: { width: 640, height: '100%' },
            timeFrame: { start: 0, end: 2000, offset: 500 },
            effects: { opacity: 0.5 },
          },
          {
            type: 'video',
            source: 'asset:019a0000-0000-7000-8000-000000000000',
            timeFrame: { start: 1500, end: 4000, speed: 'fit' },
            transition: { in: { type: 'fade' } },
          },
          {
            type: 'text',
            timeFrame: { start: 1000, end: 3000 },
            position: { z: 5 },
            textProperties: { content: 'Hi' },
          },
          {
            type: 'group',
            position: { z: 6 },
            timeFrame: { start: 0, end: 1000 },
            clips: [{ type: 'video', source: A, timeFrame: { end: 1000 }, effects: { opacity: 0.5 } }],
          },
          { type: 'audio', source: A, timeFrame: { start: 0, duration: 4000 }, volume: 0.3 },
        ],
      }),
    );
    const composition = { ...body, clips: withClipIds(body.clips, [], 'a b c d e f'.split(' ')) };
    const { timeline: exported, deviations } = exportOpenTimeline(composition);
    expect(deviations.map(({ path }) => path)).to.deep.equal([
      'metadata.soundtrack',
      'clips[0].effects',
      'clips[1].transition',
      'clips[1].size',
      'clips[2]',
      'clips[3].clips',
      'clips[4].volume',
      'clips[1].timeFrame.speed',
      'clips[1].source',
    ]);
    const again = rightOf(
      decode(CreateVideoBody, (await imported('otio', JSON.parse(JSON.stringify(exported)) as object)).video),
    );
    expect(again.metadata).to.deep.equal(composition.metadata);
    const timed = composition.clips.with(4, { ...composition.clips[4]!, timeFrame: { start: 0, end: 4000 } });
    expect(again.clips).to.deep.equal(timed);
  });
});
