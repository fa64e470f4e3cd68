/** The fields of a server-sent event that this client reads. */
export interface ServerSentEvent {
  readonly id?: string;
  readonly data?: string;
}

const eventIn = (block: string): ServerSentEvent => {
  const lines = block.split(/\r\n|\n|\r/);
  const values = (name: string): ReadonlyArray<string> =>
    lines.flatMap((line) =>
      line === name || line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : [],
    );
  const [id, data] = [values('id').at(-1), values('data')];
  return {
    ...(id === undefined ? {} : { id }),
    ...(data.length === 0 ? {} : { data: data.join('\n') }),
  };
};

/** The events of a stream (HTML Standard, 9.2). What follows the last blank line is not an event. */
export async function* serverSentEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? '';
      for (const block of blocks) yield eventIn(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
