/** Reading server-sent events in tests. */

export interface SentEvent {
  readonly id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
  readonly data: any;
}

const eventOf = (block: string): SentEvent | undefined => {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field('data');
  return data === undefined ? undefined : { id: field('id') ?? '', data: JSON.parse(data) };
};

/** The events of a stream as they come; ends with it. */
export async function* sentEvents(response: Response): AsyncGenerator<SentEvent, void> {
  if (response.headers.get('content-type') !== 'text/event-stream')
    throw new Error(`${response.status}: ${await response.text()}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}
