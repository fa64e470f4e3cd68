import type { Provenance } from '../../../../domain/render/events.js';
import type { RenderContext } from '../context.js';
import type { CredentialFacts } from '../../ports/content-credentials.js';
import { sizeAndHash, type WrittenFile } from './finish-output.js';

/**
 * Embeds content credentials in the files that are MP4s, and measures these again; without `credentials` nothing
 * changes.
 */
export const withCredentials = async (
  files: ReadonlyArray<WrittenFile>,
  made: Omit<Provenance, 'stageSeconds'>,
  render: Pick<CredentialFacts, 'renderId' | 'video'>,
  { credentials }: RenderContext,
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
