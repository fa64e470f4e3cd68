import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { exportOpenTimeline } from '../../../application/imports/export-open-timeline.js';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  importProject,
} from '../../../application/imports/import-project.js';
import type { Imported } from '../../../application/imports/imported.js';
import { decode } from '../../../domain/codec/codec.js';
import { withClipIds } from '../../../domain/composition/clip-ids.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { rightOf } from '../../support/right-of.js';

const A = 'https://media.example.org/a.mp4';
const PHOTO = 'https://media.example.org/photo.jpg';

const imported = (format: ImportFormat, project: object): Imported =>
  rightOf(importProject(format, project as Readonly<Record<string, unknown>>));
// oxlint-disable-next-line typescript/no-explicit-any -- videos in the wire format
const videoOf = (format: ImportFormat, project: object): any => imported(format, project).video;
const pathsOf = ({ deviations }: Imported): ReadonlyArray<string> => deviations.map(({ path }) => path);

const SHOTSTACK = {
  timeline: {
    background: '#112233',
    soundtrack: { src: 'https://media.example.org/music.mp3', effect: 'fadeOut', volume: 0.5 },
    tracks: [
      {
        clips: [
          {
            asset: {
              type: 'text',
              text: 'Hello',
              font: { family: 'Inter', size: 60, color: '#ffffff' },
              alignment: { horizontal: 'left', vertical: 'center' },
              width: 400,
              height: 100,
            },
            start: 1,
            length: 2,
            position: 'bottomLeft',
            offset: { x: 0.1, y: 0.2 },
            transition: { in: 'slideUpFast', out: 'fade' },
          },
        ],
      },
      {
        clips: [
          {
            asset: { type: 'video', src: A, trim: 3, volume: 0.5 },
            start: 0,
            length: 5,
            effect: 'zoomIn',
            opacity: 0.5,
          },
          { asset: { type: 'luma', src: PHOTO }, start: 0, length: 5 },
        ],
      },
    ],
  },
  output: { format: 'mp4', resolution: 'hd', aspectRatio: '9:16' },
};

const EMPTY: Readonly<Record<ImportFormat, object>> = {
  shotstack: { timeline: { tracks: [] }, output: {} },
  creatomate: { width: 100, height: 100, elements: [] },
  json2video: { scenes: [] },
  zvid: { visuals: [], audios: [] },
  editly: { clips: [] },
  otio: { OTIO_SCHEMA: 'Timeline.1', name: 'x', tracks: { OTIO_SCHEMA: 'Stack.1', children: [] } },
};

describe('Import', () => {
  it('converts an edit of Shotstack: tracks, times, places, transitions and sound', () => {
    const { metadata, clips } = videoOf('shotstack', SHOTSTACK);
    expect(metadata).to.deep.include({
      duration: 5000,
      fps: 25,
      canvas: { width: 720, height: 1280 },
      backgroundColor: '#112233',
      soundtrack: { source: 'https://media.example.org/music.mp3', volume: 0.5, fadeOut: 2000 },
    });
    const [text, video] = clips;
    expect(text).to.deep.include({
      timeFrame: { start: 1000, end: 3000 },
      position: { anchor: 'bottomLeft', relativeTo: 'bottomLeft', x: 72, y: -256, z: 2 },
      size: { width: 400, height: 100 },
      transition: {
        in: { type: 'slide', duration: 500, direction: 'up', distance: 'canvas' },
        out: { type: 'fade', duration: 1000 },
      },
    });
    expect(text.textProperties).to.include({
      content: 'Hello',
      fontSize: 60,
      textAlign: 'left',
      verticalAlign: 'middle',
    });
    expect(video).to.deep.include({ source: A, volume: 0.5, fit: 'cover', effects: { opacity: 0.5 } });
    expect(video.timeFrame).to.deep.equal({ start: 0, end: 5000, offset: 3000 });
    expect(video.position.z).to.equal(1);
    expect(pathsOf(imported('shotstack', SHOTSTACK))).to.include.members([
      'timeline.tracks[1].clips[0].effect',
      'timeline.tracks[1].clips[1].asset.type',
    ]);
  });

  it('converts a RenderScript of Creatomate: anchors, units, tracks and compositions', () => {
    const { metadata, clips } = videoOf('creatomate', {
      width: 1080,
      height: 1920,
      frame_rate: 30,
      elements: [
        { type: 'image', track: 1, duration: 3, source: PHOTO },
        { type: 'video', track: 1, duration: 2, source: A, trim_start: 1.5, volume: '50%' },
        {
          type: 'composition',
          track: 2,
          time: 1,
          duration: 4,
          elements: [
            {
              type: 'text',
              text: 'Hi',
              y: '10%',
              height: '20%',
              x_alignment: '50%',
              font_size: '8 vmin',
              fill_color: 'rgba(255,0,0,0.5)',
              duration: 4,
              animations: [{ time: 'start', duration: 0.5, type: 'fade' }],
            },
          ],
        },
      ],
    });
    expect(metadata).to.deep.include({ duration: 5000, fps: 30, canvas: { width: 1080, height: 1920 } });
    expect(clips[0].timeFrame).to.deep.equal({ start: 0, end: 3000 });
    expect(clips[1]).to.deep.include({ volume: 0.5, timeFrame: { start: 3000, end: 5000, offset: 1500 } });
    const [text] = clips[2].clips;
    expect(text.position).to.deep.equal({ x: '50%', y: '10%', z: 1, anchor: 'center' });
    expect(text.textProperties).to.include({ color: '#FF000080', textAlign: 'center', fontSize: '8vmin' });
    expect(text.transition).to.deep.equal({ in: { type: 'fade', duration: 500 } });
  });

  it('converts a movie of JSON2Video: scenes one after the other, and elements over all of them', () => {
    const movie = {
      resolution: 'full-hd',
      scenes: [
        {
          duration: 2,
          'background-color': '#FF0000',
          elements: [{ type: 'text', text: 'One', settings: { 'font-size': '80px' } }],
        },
        { elements: [{ type: 'video', src: A, duration: 3, start: 1, muted: true, 'fade-in': 0.5 }] },
      ],
      elements: [
        { type: 'audio', src: 'https://media.example.org/music.mp3', volume: 0.2 },
        { type: 'voice', text: 'Hello' },
      ],
    };
    const { metadata, clips } = videoOf('json2video', movie);
    expect(metadata).to.deep.include({ duration: 6000, canvas: { width: 1920, height: 1080 } });
    const frames = clips.map(({ type, timeFrame }: { type: string; timeFrame: object }) => [type, timeFrame]);
    expect(frames).to.deep.equal([
      ['shape', { start: 0, end: 2000 }],
      ['text', { start: 0, end: 2000 }],
      ['video', { start: 3000, end: 6000 }],
      ['audio', { start: 0, end: 'video' }],
    ]);
    expect(clips[2]).to.deep.include({ volume: 0, transition: { in: { type: 'fade', duration: 500 } } });
    expect(pathsOf(imported('json2video', movie))).to.include('elements[1].type');
  });

  it('converts a project of Zvid: enter and exit times, anchors, styles and scenes', () => {
    const { metadata, clips } = videoOf('zvid', {
      payload: {
        name: 'promo',
        resolution: 'youtube-short',
        duration: 4,
        visuals: [
          {
            type: 'TEXT',
            text: 'Hi',
            position: 'center-center',
            enterBegin: 1,
            enterEnd: 1.5,
            exitBegin: 3,
            exitEnd: 4,
            enterAnimation: 'slideleft',
            exitAnimation: 'fade',
            style: { fontSize: '64px', color: '#fff' },
          },
          { type: 'VIDEO', src: A, x: 10, y: 20, width: 300, height: 200, videoBegin: 2 },
        ],
        audios: [{ src: 'https://media.example.org/music.mp3', volume: 0.3 }],
      },
    });
    expect(metadata).to.deep.include({
      name: 'promo',
      duration: 4000,
      canvas: { width: 1080, height: 1920 },
    });
    expect(clips[0]).to.deep.include({
      timeFrame: { start: 1000, end: 4000 },
      position: { x: 0, y: 0, z: 0, anchor: 'center', relativeTo: 'center' },
      transition: {
        in: { type: 'slide', duration: 500, direction: 'left', distance: 'canvas' },
        out: { type: 'fade', duration: 1000 },
      },
    });
    expect(clips[1].timeFrame).to.deep.equal({ start: 0, end: 4000, offset: 2000 });
    expect(clips[2]).to.deep.include({ type: 'audio', volume: 0.3 });
  });

  it('converts a specification of editly: scenes that fade into each other, and layers', () => {
    const { metadata, clips } = videoOf('editly', {
      width: 640,
      height: 360,
      fps: 30,
      defaults: { duration: 3, transition: { name: 'fade', duration: 1 } },
      audioFilePath: 'https://media.example.org/music.mp3',
      clips: [
        {
          layers: [
            {
              type: 'title-background',
              text: 'Start',
              background: { type: 'linear-gradient', colors: ['#000', '#fff'] },
            },
          ],
        },
        {
          layers: [
            { type: 'video', path: A, cutFrom: 1, cutTo: 7 },
            { type: 'subtitle', text: 'Below' },
          ],
        },
      ],
    });
    expect(metadata).to.deep.include({ duration: 5000, fps: 30 });
    expect(metadata.soundtrack.source).to.contain('music.mp3');
    expect(clips[0].shapeProperties.fill.stops).to.have.length(2);
    expect(clips[2]).to.deep.include({
      timeFrame: { start: 2000, end: 5000, offset: 1000, speed: 2 },
      fit: 'containBlur',
    });
    expect(clips[2].transition).to.deep.equal({ in: { type: 'fade', duration: 1000 } });
  });

  it('replaces sources that the service cannot fetch, and says so', () => {
    const result = imported('editly', {
      clips: [{ layers: [{ type: 'image', path: './assets/pano.jpg' }] }],
    });
    expect(pathsOf(result)).to.include('clips[0].layers[0].path');
    expect(JSON.stringify(result.video)).to.contain('https://replace.invalid/');
  });

  it('lists everything that it does not carry over', () => {
    const project = {
      ...EMPTY.shotstack,
      timeline: {
        tracks: [
          { clips: [{ asset: { type: 'image', src: PHOTO, extra: 1 }, start: 0, length: 1, alias: 'x' }] },
        ],
        fonts: [{ src: A }],
      },
    };
    expect(pathsOf(imported('shotstack', project))).to.have.members([
      'timeline.tracks[0].clips[0].asset.extra',
      'timeline.tracks[0].clips[0].alias',
      'timeline.fonts',
    ]);
  });

  it('leaves out a clip that the format cannot express, and keeps the rest', () => {
    const clip = (length: number) => ({ asset: { type: 'image', src: PHOTO }, start: 0, length });
    const result = imported('shotstack', {
      timeline: { tracks: [{ clips: [clip(-5), clip(2)] }] },
      output: {},
    });
    expect(result.video['clips']).to.have.length(1);
    expect(pathsOf(result)).to.include('timeline.tracks[0].clips[0]');
  });

  for (const format of IMPORT_FORMATS) {
    it(`gives a valid video for an empty project of ${format}`, () => {
      expect(decode(CreateVideoBody, videoOf(format, EMPTY[format]))).to.satisfy(E.isRight);
    });

    it(`gives a valid video or problems, whatever a project of ${format} holds`, () => {
      const names = [
        'timeline',
        'resolution',
        'effect',
        'fit',
        'tracks',
        'clips',
        'asset',
        'type',
        'src',
        'start',
        'length',
        'output',
        'elements',
        'scenes',
        'time',
        'duration',
        'width',
        'source',
        'visuals',
        'audios',
        'layers',
        'path',
        'children',
        'OTIO_SCHEMA',
        'source_range',
        'transition',
        'text',
        'style',
      ];
      const words = fc.constantFrom(
        'constructor',
        '__proto__',
        'video',
        'image',
        'text',
        'Clip.2',
        'Track.1',
        'Transition.1',
        'TEXT',
        'title',
        '50%',
        'end',
        A,
      );
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof(
          { maxDepth: 6 },
          fc.double(),
          words,
          fc.string(),
          fc.constant(null),
          fc.array(tie('tree'), { maxLength: 4 }),
          fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 6 }),
        ),
      }));
      const projects = fc.dictionary(fc.constantFrom(...names), tree);
      fc.assert(
        fc.property(projects, (project) => {
          const result = importProject(format, project);
          if (E.isRight(result)) expect(decode(CreateVideoBody, result.right.video)).to.satisfy(E.isRight);
          else expect(result.left).not.to.deep.equal([]);
        }),
      );
    });
  }
});

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

  it('imports cuts, gaps and media that begin at a timecode', () => {
    const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) };
    const { metadata, clips } = videoOf('otio', timeline(clip(86_424, 48), gap, clip(86_400, 24)));
    expect(metadata).to.deep.include({ name: 'Cut', duration: 4000 });
    expect(clips.map((one: { timeFrame: object }) => one.timeFrame)).to.deep.equal([
      { start: 0, end: 2000, offset: 1000 },
      { start: 3000, end: 4000 },
    ]);
  });

  it('imports a dissolve as an overlap in which the second clip fades in', () => {
    const dissolve = {
      OTIO_SCHEMA: 'Transition.1',
      transition_type: 'SMPTE_Dissolve',
      in_offset: rational(12),
      out_offset: rational(12),
    };
    const { clips } = videoOf('otio', timeline(clip(86_400, 48), dissolve, clip(86_448, 48)));
    const [first, second] = clips;
    expect(first.timeFrame).to.deep.include({ start: 0, end: 2500 });
    // Half a second earlier on the timeline, and half a second earlier in the media.
    expect(second.timeFrame).to.deep.equal({ start: 1500, end: 4000, offset: 1500 });
    expect(second.transition).to.deep.equal({ in: { type: 'fade', duration: 1000 } });
  });

  it('imports what was exported with the same clips', () => {
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
            timeFrame: { start: 1500, end: 4000 },
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
    expect(deviations.map(({ path }) => path)).to.deep.equal(['clips[0].effects', 'clips[1].transition']);
    const again = rightOf(
      decode(CreateVideoBody, videoOf('otio', JSON.parse(JSON.stringify(exported)) as object)),
    );
    expect(again.metadata).to.deep.equal(composition.metadata);
    expect(again.clips).to.deep.equal(composition.clips);
  });
});

describe('Import of names that objects inherit', () => {
  it('finds nothing under them', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const clip = {
        asset: { type: 'video', src: A, volumeEffect: name },
        start: 0,
        length: 1,
        fit: name,
        filter: name,
      };
      imported('shotstack', {
        timeline: { tracks: [{ clips: [clip] }] },
        output: { resolution: name, aspectRatio: name },
      });
      imported('json2video', {
        resolution: name,
        scenes: [{ elements: [{ type: 'video', src: A, position: name, resize: name }] }],
      });
      imported('zvid', {
        resolution: name,
        visuals: [{ type: 'TEXT', text: 'a', position: name, enterEnd: 1, enterAnimation: name }],
      });
      imported('creatomate', {
        elements: [{ type: 'text', text: 'a', font_weight: name, fill_color: name }],
        width: 16,
        height: 16,
      });
      imported('editly', {
        clips: [{ layers: [{ type: 'image', path: A, resizeMode: name }], transition: { name } }],
      });
    }
  });
});
