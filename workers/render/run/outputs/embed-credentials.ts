import { link } from 'node:fs/promises';
import type { Provenance } from '../../../../domain/render/render-output.js';
import type { RenderContext } from '../context.js';
import type { CredentialFacts } from '../../ports/content-credentials.js';
import { sizeAndHash, type WrittenFile } from './finish-output.js';

/**
 * The file as it is before credentials are embedded, which replace it by another. Without them, and for files that get
 * none, it is the file itself.
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
  render: Pick<CredentialFacts, 'renderId' | 'video'>,
  { credentials }: Pick<RenderContext, 'credentials'>,
): Promise<ReadonlyArray<WrittenFile>> => {
  if (!credentials) return files;
  const signed: WrittenFile[] = [];
  for (const written of files) {
    const { path, file } = written;
    if (file.format !== 'mp4') signed.push(written);
    else {
      await credentials.embed(path, { ...made, ...render });
      signed.push({ ...written, file: { ...file, ...(await sizeAndHash(path)) } });
    }
  }
  return signed;
};
