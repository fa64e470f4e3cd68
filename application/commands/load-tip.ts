import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import type { Folding } from '../../domain/decider.js';
import type { DomainEvent } from '../../domain/events.js';
import { perEventStore } from './per-event-store.js';
import type { EventStore } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import { readTip } from './read-tip.js';
import { sharedWork } from './shared-work.js';
import type { Tip } from './tip.js';

/** How many streams are remembered, and how much JSON their states may hold together: those that were used last. */
const REMEMBERED = 100;
const REMEMBERED_BYTES = 16 * 1024 * 1024;

interface Memory {
  /** The longest unused first. */
  readonly tips: Map<string, { readonly tip: Tip<unknown>; readonly bytes: number }>;
  bytes: number;
}

/** Tips as they were when last read or written, by store and stream. Streams only grow, so what was once true of a beginning stays true. */
const memoryOf = perEventStore((): Memory => ({ tips: new Map(), bytes: 0 }));

/** Reads under way, by store and stream. */
const readsOf = perEventStore(() => sharedWork<Tip<unknown>>());

/** Forgets a stream, so that it is read anew next time. */
export const forgetTip = (eventStore: EventStore, stream: string): void => {
  const memory = memoryOf(eventStore);
  memory.bytes -= memory.tips.get(stream)?.bytes ?? 0;
  memory.tips.delete(stream);
};

/** Remembers a stream as it was just read or written, unless more of it is known already. */
export const rememberTip = (eventStore: EventStore, stream: string, tip: Tip<unknown>): void => {
  const memory = memoryOf(eventStore);
  if ((memory.tips.get(stream)?.tip.count ?? 0) > tip.count) return;
  forgetTip(eventStore, stream);
  const bytes = roughBytes(tip.state);
  memory.tips.set(stream, { tip, bytes });
  memory.bytes += bytes;
  for (const [oldest] of memory.tips) {
    if (memory.tips.size <= REMEMBERED && memory.bytes <= REMEMBERED_BYTES) break;
    forgetTip(eventStore, oldest);
  }
};

/** The tip of a stream as this process saw it last; others may have added to it. */
export const rememberedTip = <State>(eventStore: EventStore, stream: string): Tip<State> | undefined =>
  // A stream's name says which aggregate it holds, so the remembered state is of that aggregate.
  memoryOf(eventStore).tips.get(stream)?.tip as Tip<State> | undefined;

/** The tip of a stream as it is now. Callers that ask for the same stream at the same time share a read. */
export const loadTip =
  <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    eventStore: EventStore,
    signal?: AbortSignal,
  ) =>
  (stream: string): TE.TaskEither<Fault, Tip<State>> => {
    const read = (abandoned: AbortSignal): TE.TaskEither<Fault, Tip<State>> =>
      pipe(
        readTip(decider, eventStore, abandoned)(stream, rememberedTip<State>(eventStore, stream)),
        TE.map((tip) => {
          if (tip.count > 0) rememberTip(eventStore, stream, tip);
          return tip;
        }),
      );
    return readsOf(eventStore)(stream, read, signal) as TE.TaskEither<Fault, Tip<State>>;
  };
