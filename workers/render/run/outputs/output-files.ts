import { FORMATS } from '../../../../domain/composition/fields/output-formats.js';
import { isStillOutput, type Output } from '../../../../domain/composition/fields/output.js';
import type { OutputRole } from '../../../../domain/render/render-output.js';
import { outputKey } from '../../../../domain/render/output-key.js';

export interface PlannedFile {
  readonly role: OutputRole;
  /** The index of the requested output that it belongs to. */
  readonly index: number;
  readonly key: string;
  /** How it is encoded; for a poster or thumbnail, the still. */
  readonly output: Output;
  /** For a thumbnail: the size at which it is composed, like the poster, before it is scaled down. */
  readonly composedSize?: { readonly size: Output['size'] };
  /** The name of the file with the segments of a playlist. */
  readonly segments?: string;
}

type Picture = NonNullable<Output['poster']> & { readonly width?: number };

/** A poster or thumbnail as an output of its own, with the aspect ratio of its output. */
const stillOf = ({ size, captions }: Output, { at, format, width }: Picture): Output => {
  const shape = size ?? { fit: 'contain' as const };
  const { width: across, height: down } = shape;
  const small =
    width === undefined
      ? shape
      : {
          fit: shape.fit,
          width,
          ...(across !== undefined && down !== undefined
            ? { height: Math.max(1, Math.round((width * down) / across)) }
            : {}),
        };
  return { format, at, size: small, ...(captions ? { captions } : {}) };
};

/** All files of some outputs, in order; their keys begin with `stem`. */
export const plannedFiles = (outputs: ReadonlyArray<Output>, stem: string): ReadonlyArray<PlannedFile> => {
  const files: PlannedFile[] = [];
  const add = (
    role: OutputRole,
    index: number,
    output: Output,
    more: Pick<PlannedFile, 'composedSize'> = {},
  ): void => {
    const key = outputKey(stem, files.length, FORMATS[output.format].extension);
    const segments = key.replace(/\.m3u8$/, '.m4s');
    files.push({ role, index, key, output, ...more, ...(output.format === 'hls' ? { segments } : {}) });
  };
  for (const [index, output] of outputs.entries()) {
    add('output', index, output);
    if (output.poster) add('poster', index, stillOf(output, output.poster));
    if (output.thumbnail)
      add('thumbnail', index, stillOf(output, output.thumbnail), { composedSize: { size: output.size } });
  }
  return files;
};

export const isStillFile = ({ output }: PlannedFile): boolean => isStillOutput(output);
