/**
 * What Node is told when it runs the embedded event store. Its heap is small, but pages of events lie outside of it, and
 * Node collects what is left of them by the limit of the heap: with the usual one of several GB, they would add up.
 */
export const EVENT_STORE_NODE_OPTIONS: ReadonlyArray<string> = ['--max-old-space-size=256'];
