/** The trace of a render through all processes. */
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import type { CollectedSpan, TraceCollector } from '../support/servers/trace-collector.js';
import type { Receiver } from '../support/webhooks/receiver.js';

/** The trace that the client of the render began, and its span. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
/** The header with which the client requests the render. */
export const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
/** Spans of a render that each process makes. */
const SPANS = {
  api: ['POST /v1/renders', 'append'],
  projector: ['wait for turn', 'publish'],
  worker: [
    'wait for worker',
    'render',
    'fetch',
    'probe',
    'paint',
    'sound',
    'encode',
    'engine',
    'finish',
    'store',
    'append',
  ],
  webhooks: ['webhook attempt'],
};

/** One request is one trace, from the API to the receiver of the webhook. */
export const expectOneTrace = async (
  collector: TraceCollector,
  receiver: Receiver,
  renderId: string,
  secrets: ReadonlyArray<string>,
): Promise<void> => {
  const spans = await eventually(() => {
    const collected = collector.spansOf(TRACE);
    for (const [process, names] of Object.entries(SPANS)) {
      const found = collected.filter((span) => span.service === `framewright-${process}`);
      expect(found.map(({ name }) => name)).to.include.members(names);
    }
    return collected;
  });
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const ancestors = ({ parentSpanId = '' }: CollectedSpan): ReadonlyArray<string> => {
    const parent = byId.get(parentSpanId);
    return parent ? [parent.name, ...ancestors(parent)] : [parentSpanId];
  };
  for (const span of spans)
    expect(ancestors(span).slice(-2), span.name).to.deep.equal(
      ['POST /v1/renders', CALLER].slice(span.name === 'POST /v1/renders' ? 1 : 0),
    );
  const encoding = spans.filter(({ name }) => name === 'engine').map(ancestors);
  expect(encoding.some((names) => names[0] === 'encode' && names[1] === 'render')).to.equal(true);
  for (const { name, startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano), name).to.equal(true);

  const hook = receiver.received.find(({ body }) => body.includes(renderId));
  const attempt = spans.find(({ name }) => name === 'webhook attempt');
  expect(hook?.headers['traceparent']).to.equal(`00-${TRACE}-${attempt?.spanId}-01`);
  const sent = JSON.stringify(spans);
  expect(sent).to.include(renderId);
  for (const secret of [...secrets, new URL(receiver.url).host]) expect(sent).not.to.include(secret);
};
