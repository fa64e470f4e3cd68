import type { EventStore } from '../ports/event-store.js';

/** Keeps one of something for each event store, for as long as the store is used. */
export const perEventStore = <Kept extends object>(make: () => Kept): ((eventStore: EventStore) => Kept) => {
  const keptOf = new WeakMap<EventStore, Kept>();
  return (eventStore) => {
    const known = keptOf.get(eventStore);
    if (known) return known;
    const fresh = make();
    keptOf.set(eventStore, fresh);
    return fresh;
  };
};
