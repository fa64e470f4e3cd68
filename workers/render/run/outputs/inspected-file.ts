import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { thinned } from '../../../../domain/render/fingerprint.js';
import type { RenderContext } from '../context.js';

/** Formats whose streams can be recognised in another container. */
const STREAMED: ReadonlySet<string> = new Set(['mp4', 'webm', 'mov']);

/** What identifies a video that was encoded as one file; undefined for other formats, and for codecs that are not inspected. */
export const inspectedFile = async (
  path: string,
  format: string,
  { inspector, signal }: Pick<RenderContext, 'inspector' | 'signal'>,
): Promise<InspectedFile | undefined> => {
  if (!STREAMED.has(format)) return undefined;
  const inspected = await inspector.inspect(path, 'key', signal);
  if (!inspected || inspected.streams.length === 0) return undefined;
  return { ...inspected, fingerprint: thinned(inspected.fingerprint) };
};
