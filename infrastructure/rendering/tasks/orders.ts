import { createInterface } from 'node:readline';

/**
 * The orders that this process gets from its parent, as lines of JSON. They are not decoded: only the parent can write
 * here, it runs the same build, and what is in an order was decoded there. What this process replies is not trusted.
 */
export async function* orders<Order>(): AsyncGenerator<Order> {
  for await (const line of createInterface({ input: process.stdin })) yield JSON.parse(line) as Order;
}

/** The prefix of a line that is not a reply, but news of the current order, a JSON value. */
export const NEWS = '+';
