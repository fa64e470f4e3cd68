import {
  type ImportedProject,
  type ImportFormat,
  importProject,
} from '../../../application/imports/import-project.js';
import { rightOf } from '../right-of.js';

/** Projects of other services, and what importing them gives. */
export const A = 'https://media.example.org/a.mp4';
export const PHOTO = 'https://media.example.org/photo.jpg';

export const imported = async (format: ImportFormat, project: object): Promise<ImportedProject> =>
  rightOf(await importProject(project as Readonly<Record<string, unknown>>, format));
export const pathsOf = ({ deviations }: ImportedProject): ReadonlyArray<string> =>
  deviations.map(({ path }) => path);

/** The video in the wire format, and the paths of what could not be carried over exactly. */
// oxlint-disable-next-line typescript/no-explicit-any -- videos in the wire format
export const videoOf = async (format: ImportFormat, project: object): Promise<any> => {
  const result = await imported(format, project);
  return { ...result.video, paths: pathsOf(result) };
};

export const SHOTSTACK = {
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

export const EMPTY: Readonly<Record<ImportFormat, object>> = {
  shotstack: { timeline: { tracks: [] }, output: {} },
  creatomate: { width: 100, height: 100, elements: [] },
  json2video: { scenes: [] },
  zvid: { visuals: [], audios: [] },
  editly: { clips: [] },
  vidapi: { timeline: { tracks: [] } },
  otio: { OTIO_SCHEMA: 'Timeline.1', name: 'x', tracks: { OTIO_SCHEMA: 'Stack.1', children: [] } },
};
