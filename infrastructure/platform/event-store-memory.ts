/**
 * Node options of the embedded event store. Its heap is small, but pages of events are allocated outside of it, and
 * Node frees them according to the heap limit. With the default limit of several GB, they would accumulate.
 */
export const EVENT_STORE_NODE_OPTIONS: ReadonlyArray<string> = ['--max-old-space-size=256'];
