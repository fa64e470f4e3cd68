import { about } from '../../codec/codec.js';
import { record } from '../../codec/containers.js';
import { oneOf, string } from '../../codec/scalars.js';
import { LARGEST_SUBTITLES } from '../subtitles/read-subtitles.js';
import { mediaUrl } from './source.js';

export const Subtitles = about(
  'A subtitle file that the words of a caption come from: SubRip (SRT) or WebVTT. Its times count like those of words. A cue is a line, which ends where the next starts.',
  record(
    {},
    {
      source: about(
        'Publicly reachable http: or https: URL of the file, of at most 2 MiB, without credentials. A render reads it, and its `videoData` has the words.',
        mediaUrl,
      ),
      content: about(
        'The text of the file, instead of `source`. The service replaces it by the words.',
        string({ minLength: 1, maxLength: LARGEST_SUBTITLES }),
      ),
      format: about(
        'The format. Default: WebVTT if the file begins with `WEBVTT`, else SubRip.',
        oneOf('srt', 'vtt'),
      ),
    },
    [
      {
        field: 'source',
        among: ['content'],
        problem: ({ source, content }, path) => {
          if (source === undefined) return content === undefined ? 'is required' : undefined;
          return content === undefined ? undefined : `must not be combined with ${path}.content`;
        },
      },
    ],
  ),
  { title: 'Subtitles' },
);
