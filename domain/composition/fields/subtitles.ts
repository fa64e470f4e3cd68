import { about } from '../../codec/codec.js';
import { exactlyOneOf, record } from '../../codec/containers.js';
import { oneOf, string } from '../../codec/scalars.js';
import { MAX_SUBTITLES_BYTES } from '../subtitles/read-subtitles.js';
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
        string({ minLength: 1, maxLength: MAX_SUBTITLES_BYTES }),
      ),
      format: about(
        'The format. Default: WebVTT if the file begins with `WEBVTT`, else SubRip.',
        oneOf('srt', 'vtt'),
      ),
    },
    [exactlyOneOf('source', 'content')],
  ),
  { title: 'Subtitles' },
);
