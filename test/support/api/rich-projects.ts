import type { ImportFormat } from '../../../application/imports/import-project.js';
import { A, PHOTO } from './imported-projects.js';

const MUSIC = 'https://media.example.org/music.mp3';

/** A project of each system that uses most of what it has. */
export const RICH: Readonly<Record<ImportFormat, object>> = {
  shotstack: {
    timeline: {
      background: '#112233',
      soundtrack: { src: MUSIC, effect: 'fadeOut', volume: 0.5 },
      tracks: [
        {
          clips: [
            {
              asset: {
                type: 'rich-text',
                text: 'Hello',
                font: { family: 'Lato', size: 60, color: '#ffffff', opacity: 0.5, weight: 700 },
                style: { letterSpacing: 2, lineHeight: 1.5, textTransform: 'uppercase' },
                align: { horizontal: 'left', vertical: 'top' },
                shadow: { offsetX: 2, offsetY: 3, blur: 4, color: '#000000', opacity: 0.4 },
                background: { color: '#445566', opacity: 0.5 },
                stroke: { width: 2, color: '#ff0000' },
                border: { width: 3, color: '#00ff00', radius: 5 },
                padding: 12,
                animation: { preset: 'fadeIn', duration: 0.6, style: 'word' },
              },
              start: 1,
              length: 2,
              width: 400,
              height: 100,
              position: 'bottomLeft',
              offset: { x: 0.1, y: 0.2 },
              scale: 1.5,
              transition: { in: 'slideUpFast', out: 'fade' },
            },
            {
              asset: {
                type: 'title',
                text: 'Title',
                style: 'marker',
                size: 'large',
                color: '#80ffffff',
                position: 'top',
                background: '#000000',
              },
              start: 4,
              length: 1,
            },
          ],
        },
        {
          clips: [
            {
              asset: {
                type: 'video',
                src: A,
                trim: 3,
                volume: 0.5,
                volumeEffect: 'fadeIn',
                speed: 2,
                crop: { top: 0.1, left: 0.2 },
              },
              start: 0,
              length: 5,
              effect: 'zoomIn',
              filter: 'greyscale',
              fit: 'contain',
              opacity: [{ from: 0, to: 1, start: 0, length: 1, interpolation: 'bezier', easing: 'easeOut' }],
              transform: { rotate: { angle: 10 }, flip: { horizontal: true }, skew: { x: 5 } },
            },
            { asset: { type: 'luma', src: PHOTO }, start: 1, length: 2 },
          ],
        },
        {
          clips: [
            {
              asset: {
                type: 'shape',
                shape: 'rectangle',
                rectangle: { width: 200, height: 50, cornerRadius: 5 },
                fill: { color: '#ff0000', opacity: 0.5 },
                stroke: { color: '#00ff00', width: 2 },
              },
              start: 0,
              length: 3,
            },
            {
              asset: {
                type: 'caption',
                src: 'https://media.example.org/a.srt',
                font: { size: 30, color: '#ffffff' },
                background: { color: '#000000', opacity: 0.5, padding: 4 },
                margin: { top: 0.5, left: 0.2, right: 0.2 },
              },
              start: 0,
              length: 3,
            },
          ],
        },
      ],
    },
    output: {
      format: 'gif',
      resolution: 'sd',
      aspectRatio: '9:16',
      fps: 30,
      range: { start: 1, length: 2 },
      poster: { capture: 1 },
    },
  },
  creatomate: {
    output_format: 'mp4',
    width: 1080,
    height: 1920,
    frame_rate: 30,
    fill_color: '#112233',
    elements: [
      {
        type: 'video',
        track: 1,
        duration: 3,
        source: A,
        trim_start: 1.5,
        volume: '50%',
        fit: 'contain',
        audio_fade_in: 1,
        opacity: '50%',
        color_filter: 'sepia',
        color_filter_value: '40%',
      },
      {
        type: 'image',
        track: 1,
        duration: 2,
        source: PHOTO,
        border_radius: 12,
        shadow_color: '#000000',
        shadow_blur: 8,
        shadow_x: 3,
        animations: [
          { type: 'fade', time: 'start', duration: 0.7, transition: true, easing: 'quadratic-out' },
        ],
      },
      {
        type: 'composition',
        track: 2,
        time: 1,
        duration: 4,
        x: '40%',
        width: '50%',
        elements: [
          {
            type: 'text',
            text: 'Hi [weight 700]you[/weight]',
            y: '10%',
            height: '20%',
            width: '80%',
            x_alignment: '50%',
            y_alignment: '100%',
            font_family: 'Lato',
            font_weight: 600,
            font_size: '8 vmin',
            letter_spacing: '5%',
            line_height: '120%',
            fill_color: 'rgba(255,0,0,0.5)',
            background_color: '#00ff00',
            background_x_padding: '30%',
            background_y_padding: '10%',
            background_border_radius: '5%',
            stroke_color: '#0000ff',
            stroke_width: 2,
            z_rotation: [
              { time: 0, value: 0 },
              { time: 2, value: 90, easing: 'linear' },
            ],
            animations: [{ type: 'text-slide', time: 'start', duration: 0.5, split: 'word' }],
          },
          {
            type: 'shape',
            width: '10%',
            height: '10%',
            path: 'M 0 0 L 100 0 L 50 100 Z',
            fill_color: '#ffffff',
            blend_mode: 'multiply',
          },
        ],
      },
    ],
  },
  json2video: {
    resolution: 'full-hd',
    fps: 30,
    scenes: [
      {
        duration: 4,
        'background-color': '#FF0000',
        elements: [
          {
            type: 'image',
            src: PHOTO,
            resize: 'contain',
            zoom: 3,
            start: 1,
            duration: 2,
            'fade-in': 0.5,
            'fade-out': 0.25,
            position: 'top-left',
            width: 500,
            'flip-horizontal': true,
          },
          {
            type: 'text',
            style: '003',
            text: 'One',
            settings: {
              'font-size': '80px',
              'font-family': 'Lato',
              color: '#00FF00',
              'text-align': 'left',
              'vertical-position': 'top',
              'letter-spacing': '2px',
            },
            x: 10,
            y: 20,
            width: 600,
            height: 200,
            'z-index': 2,
          },
        ],
      },
      {
        transition: { style: 'wipeleft', duration: 1 },
        elements: [
          { type: 'video', src: A, duration: 3, start: 1, volume: 0.5, seek: 2, rotate: { angle: 20 } },
        ],
      },
    ],
    elements: [{ type: 'audio', src: MUSIC, volume: 0.2, duration: -2, 'fade-out': 1 }],
  },
  zvid: {
    name: 'promo',
    resolution: 'youtube-short',
    frameRate: 25,
    backgroundColor: '#112233',
    scenes: [
      {
        duration: 3,
        backgroundColor: '#445566',
        transition: 'wipeup',
        transitionDuration: 0.5,
        visuals: [
          {
            type: 'TEXT',
            html: "<div style='color:#FFFFFF;font-size:60px;text-align:center'>Hi</div>",
            x: 540,
            y: 300,
            width: 900,
            anchor: 'top-center',
            track: 3,
            enterBegin: 0.5,
            enterEnd: 1,
            enterAnimation: 'slideleft',
            exitEnd: 2.5,
            style: { fontFamily: 'Lato' },
            opacity: 0.8,
            angle: 5,
          },
          {
            type: 'IMAGE',
            src: PHOTO,
            width: 300,
            height: 200,
            x: 10,
            y: 20,
            zoom: { depth: 1.5 },
            radius: { tl: 5, tr: 6, bl: 7, br: 8 },
            filter: { brightness: 1.2, blur: '2px' },
            exitEnd: 3,
            track: 1,
          },
        ],
      },
      {
        duration: 4,
        visuals: [
          {
            type: 'VIDEO',
            src: A,
            resize: 'cover',
            videoBegin: 2,
            volume: 0.4,
            speed: 1.5,
            exitEnd: 4,
            flipH: true,
          },
        ],
      },
    ],
    audios: [{ src: MUSIC, volume: 0.3, enter: 1, exit: 5 }],
    subtitle: {
      captions: [{ start: 0, end: 1, words: [{ start: 0, end: 1, text: 'One' }] }],
      styles: { fontSize: 40, color: '#ffffff', mode: 'karaoke', position: 'center-center' },
    },
  },
  editly: {
    width: 640,
    height: 360,
    fps: 30,
    keepSourceAudio: true,
    clipsAudioVolume: 0.5,
    defaults: { duration: 3, transition: { name: 'wipeLeft', duration: 1 }, layer: { fontFamily: 'Lato' } },
    audioFilePath: MUSIC,
    loopAudio: true,
    clips: [
      {
        layers: [
          {
            type: 'title-background',
            text: 'Start',
            textColor: '#ff0000',
            position: 'top',
            background: { type: 'linear-gradient', colors: ['#000', '#fff'] },
          },
        ],
      },
      {
        duration: 4,
        transition: { name: 'circleopen', duration: 0.5 },
        layers: [
          { type: 'video', path: A, cutFrom: 1, cutTo: 7, resizeMode: 'cover', width: 0.5, left: 0.2 },
          { type: 'subtitle', text: 'Below', backgroundColor: '#00ff00', start: 1, stop: 2 },
        ],
      },
      {
        layers: [
          { type: 'image', path: PHOTO, zoomDirection: 'out', zoomAmount: 0.3 },
          { type: 'image-overlay', path: PHOTO, position: { x: 0.5, y: 0.2, originX: 'center' }, width: 0.2 },
        ],
      },
    ],
    audioTracks: [{ path: MUSIC, mixVolume: 0.5, cutFrom: 1, cutTo: 3, start: 2 }],
  },
  vidapi: {
    timeline: {
      background: '#112233',
      soundtrack: { type: 'audio', src: MUSIC, volume: 0.5 },
      tracks: [
        {
          clips: [
            {
              asset: { type: 'video', src: A, trim: 1, volume: 0.5 },
              start: 0,
              length: 3,
              fit: 'contain',
              transition: { name: 'wipe_left', duration: 0.4 },
            },
            { asset: { type: 'color', color: '#ff0000' }, start: 3, length: 2, opacity: 0.5 },
          ],
        },
        {
          clips: [
            {
              asset: {
                type: 'text',
                text: 'Hi',
                font_size: 60,
                font_family: 'Lato',
                color: '#ffffff',
                background: '#00ff00',
                padding: 5,
                align: 'left',
              },
              start: 1,
              length: 2,
              position: 'top-left',
              offset: { x: 10, y: 20 },
              scale: 1.5,
              transform: { rotation: 10 },
            },
          ],
        },
      ],
    },
    output: { format: 'mp4', resolution: '720', aspect_ratio: '9:16', fps: 24 },
  },
  otio: {
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Cut',
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      children: [
        {
          OTIO_SCHEMA: 'Track.1',
          kind: 'Video',
          children: [1, 2].map((at) => ({
            OTIO_SCHEMA: 'Clip.2',
            source_range: {
              OTIO_SCHEMA: 'TimeRange.1',
              start_time: { OTIO_SCHEMA: 'RationalTime.1', value: 24 * at, rate: 24 },
              duration: { OTIO_SCHEMA: 'RationalTime.1', value: 48, rate: 24 },
            },
            effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 }],
            media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: A },
          })),
        },
      ],
    },
  },
};
