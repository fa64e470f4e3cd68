import { bodyOf, type Outcome } from '../../../../clients/typescript/core/connection.js';

/** Asks for bytes that are read while they arrive. */
export const AS_STREAM = { headers: { accept: 'application/octet-stream' }, parseAs: 'stream' } as const;

/** All bytes of a response. @param onShare receives how much of them is here, from 0 to 1 */
export const received = async (
  asked: Promise<Outcome<ReadableStream<Uint8Array<ArrayBuffer>> | null>>,
  onShare: (share: number) => void,
): Promise<ArrayBuffer> => {
  const outcome = await asked;
  const length = Number(outcome.response.headers.get('content-length'));
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, controller) => {
      bytes += part.length;
      if (length > 0) onShare(bytes / length);
      controller.enqueue(part);
    },
  });
  const body = await bodyOf(Promise.resolve(outcome));
  return new Response(body?.pipeThrough(counted)).arrayBuffer();
};
