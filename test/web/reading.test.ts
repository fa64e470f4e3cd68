import { expect } from 'chai';
import { queue } from '../../web/src/shared/queue.js';
import { readWhole } from '../../web/src/shared/read-whole.js';
import { rejection } from '../support/rejection.js';

const always = () => true;
const never = new Promise<never>(() => undefined);

describe('reading sources in the browser', () => {
  it('is not held up by sources that take long', async () => {
    const inTurn = queue(1, { slowMs: 1, limitMs: 60_000 });
    const order: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const stalled = [inTurn(() => ended), inTurn(() => ended)];
    const read = (name: string) => inTurn(async () => void order.push(name));
    await Promise.all(['first', 'second', 'third'].map(read));
    expect(order).to.deep.equal(['first', 'second', 'third']);
    end();
    await Promise.all(stalled);
  });

  it('has no more in progress than it may', async () => {
    const inTurn = queue(2);
    let [inProgress, most] = [0, 0];
    const read = () =>
      inTurn(async () => {
        most = Math.max(most, (inProgress += 1));
        await Promise.resolve();
        inProgress -= 1;
      });
    await Promise.all(Array.from({ length: 10 }, read));
    expect(most).to.equal(2);
  });

  it('ends after a time, and goes on with the next', async () => {
    const inTurn = queue(1, { slowMs: 60_000, limitMs: 1 });
    let stopped: AbortSignal | undefined;
    const stalled = inTurn((signal) => {
      stopped = signal;
      return never;
    });
    const next = inTurn(async () => 'read');
    expect(await rejection(stalled)).to.have.property('message', 'Reading it took too long.');
    expect(stopped?.aborted).to.equal(true);
    expect(await next).to.equal('read');
  });

  /** A response that sends its parts, and then nothing. */
  const stalling =
    (...parts: ReadonlyArray<string>) =>
    async (signal: AbortSignal): Promise<Response> =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      );

  it('fails when a source sends nothing for too long', async () => {
    const reading = readWhole(stalling('a', 'b'), always, undefined, 1);
    expect(await rejection(reading)).to.have.property('message', 'The source sends nothing.');
  });

  it('ends when it is not wanted any more', async () => {
    const leaving = new AbortController();
    const reading = readWhole(stalling('a'), always, leaving.signal);
    leaving.abort(new Error('left'));
    expect(await rejection(reading)).to.have.property('message', 'left');
  });

  it('gives the whole content, or none where that is not wanted', async () => {
    const request = async () => new Response('whole');
    expect(await (await readWhole(request, always)).content?.text()).to.equal('whole');
    expect((await readWhole(request, () => false)).content).to.equal(undefined);
  });
});
