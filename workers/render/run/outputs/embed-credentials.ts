import { link } from 'node:fs/promises';
import type { Provenance } from '../../../../domain/render/render-output.js';
import type { RenderContext } from '../context.js';
import type { RenderTask } from '../../ports/renderer.js';
import { sizeAndHash, type WrittenFile } from './finish-output.js';

/**
 * A copy of the file, before embedding credentials replaces it. A file that gets none is returned itself.
 */
export const unsignedCopy = async (
  { path, file: { format, bytes, sha256 } }: WrittenFile,
  { credentials }: Pick<RenderContext, 'credentials'>,
): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }> => {
  if (!credentials || format !== 'mp4') return { path, bytes, sha256 };
  const copy = `${path}.unsigned`;
  await link(path, copy);
  return { path: copy, bytes, sha256 };
};

/**
 * Embeds content credentials in the files that are MP4s, and measures these again; without `credentials` nothing
 * changes.
 */
export const withCredentials = async (
  files: ReadonlyArray<WrittenFile>,
  made: Omit<Provenance, 'stageSeconds'>,
  { renderId, video, digitalSourceType }: Pick<RenderTask, 'renderId' | 'video' | 'digitalSourceType'>,
  { credentials }: Pick<RenderContext, 'credentials'>,
): Promise<ReadonlyArray<WrittenFile>> => {
  if (!credentials) return files;
  const facts = {
    ...made,
    renderId,
    ...(video ? { video } : {}),
    ...(digitalSourceType ? { digitalSourceType } : {}),
  };
  const signed: WrittenFile[] = [];
  for (const written of files) {
    const { path, file } = written;
    if (file.format !== 'mp4') signed.push(written);
    else {
      await credentials.embed(path, facts);
      signed.push({ ...written, file: { ...file, ...(await sizeAndHash(path)) } });
    }
  }
  return signed;
};
