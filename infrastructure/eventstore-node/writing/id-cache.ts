import type { EventPlace } from './write-plan.js';

/** About as many as EventStoreDB remembers by default: 8 MiB of ids and short stream names. */
const MAX_IDS = 80_000;

/**
 * Where event ids were first used, to recognise repeated appends without an exact revision. As in EventStoreDB, the
 * oldest ids are forgotten, and all of them when the process ends: a client that needs certainty must state the
 * revision it expects.
 */
export type IdCache = {
  readonly first: (id: string) => EventPlace | undefined;
  readonly remember: (place: EventPlace) => void;
};

export const createIdCache = (): IdCache => {
  const places = new Map<string, EventPlace>();
  return {
    first: (id) => places.get(id),
    remember: ({ id, stream, revision, position }) => {
      if (places.has(id)) return;
      places.set(id, { id, stream, revision, position });
      if (places.size <= MAX_IDS) return;
      const oldest = places.keys().next();
      if (oldest.done !== true) places.delete(oldest.value);
    },
  };
};
