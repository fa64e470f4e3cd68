import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { OutputRole, type RenderOutput } from '../../domain/render/render-output.js';
import { countField, text, uri } from './fields.js';

/** A file that a render wrote, as clients see it. */
export const OutputRecord = about(
  'A file that the render wrote.',
  record(
    {
      format: text('The format, such as `mp4` or `gif`.'),
      role: about(
        'What it is: an output of the request, its poster or thumbnail, the segments of an `hls` playlist, or captions.',
        OutputRole,
      ),
      output: countField('The output of the request that it belongs to, counted from 0.'),
      url: uri('URL of the file. It needs no API key, supports byte ranges, and cannot be guessed.'),
      bytes: countField('Size of the file.'),
      sha256: text('SHA-256 of the file, hexadecimal.'),
    },
    {
      width: countField('Width in pixels, if it has a picture.'),
      height: countField('Height in pixels, if it has a picture.'),
      durationMs: countField('Length in ms, if it has one.'),
    },
  ),
  { title: 'OutputFile' },
);
export type OutputRecord = t.TypeOf<typeof OutputRecord>;

/** The URL of a finished file. `publicBaseUrl` has no trailing slash. */
export const outputUrl = (publicBaseUrl: string, key: string): string => `${publicBaseUrl}/outputs/${key}`;

export const outputRecords = (
  publicBaseUrl: string,
  { files = [], ...first }: RenderOutput,
): ReadonlyArray<OutputRecord> => {
  const { format = 'mp4', ...file } = first;
  return [{ ...file, format, role: 'output', output: 0 }, ...files].map(
    ({ key, bytes, sha256, width = 0, height = 0, durationMs = 0, ...rest }) => ({
      format: rest.format,
      role: rest.role as OutputRecord['role'],
      output: rest.output,
      url: outputUrl(publicBaseUrl, key),
      bytes,
      sha256,
      ...(width > 0 ? { width, height } : {}),
      ...(durationMs > 0 ? { durationMs } : {}),
    }),
  );
};
