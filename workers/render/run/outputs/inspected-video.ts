import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { thinned } from '../../../../domain/render/fingerprint.js';
import type { RenderContext } from '../context.js';
import type { WrittenFile } from './finish-output.js';

/** Formats whose streams can be told again in another container. */
const STREAMED: ReadonlySet<string> = new Set(['mp4', 'webm', 'mov']);

/**
 * What tells a video apart from others; undefined for other formats, and for codecs that are not inspected.
 * @param isKnown whether its codecs are known to be inspected
 * @throws RenderError if it can't be read back although it should be
 */
export const inspectedVideo = async (
  { path, file: { format } }: WrittenFile,
  isKnown: boolean,
  { inspector, signal }: RenderContext,
): Promise<InspectedFile | undefined> => {
  if (!STREAMED.has(format)) return undefined;
  const inspected = await inspector.inspect(path, 'key', signal);
  if (inspected && inspected.streams.length > 0)
    return { ...inspected, fingerprint: thinned(inspected.fingerprint) };
  if (!isKnown) return undefined;
  throw new RenderError({
    _tag: 'EncodingFailed',
    message: 'the streams of the output could not be read back',
    retryable: true,
  });
};
