import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, oneOf, string } from '../../codec/scalars.js';

export const OutputCaptions = about(
  'The captions of the video as subtitles: those of all caption clips, with times of the output. They do not change the picture or the sound. A video without captions has none.',
  record(
    {
      sidecar: withDefault(
        about(
          'Further files to write: SubRip, WebVTT or both. Each is listed in `outputs`.',
          array(oneOf('srt', 'vtt'), 2),
        ),
        [],
      ),
      track: withDefault(
        about(
          'Whether the output has a subtitle track, which players can switch on: `mp4`, `mov` and `webm`.',
          boolean,
        ),
        false,
      ),
      burnIn: withDefault(about('Whether caption clips are drawn in the picture.', boolean), true),
      language: withDefault(
        about(
          'The language of the track, as an ISO 639-2 code such as `eng`, `deu` or `fra`. `und`: undetermined.',
          string({
            pattern: /^[a-z]{3}$/,
            patternMeaning: 'a code of three lower case letters, such as eng',
          }),
        ),
        'und',
      ),
    },
    {},
    [
      {
        field: 'sidecar',
        among: [],
        problem: ({ sidecar }) =>
          new Set(sidecar).size < sidecar.length ? 'must not have an item twice' : undefined,
      },
    ],
  ),
  { title: 'OutputCaptions' },
);
