import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Recorded } from '../../../domain/events.js';

/** All events of a stream, oldest first. */
export const recordedEvents = (
  { foldStream }: EventStore,
  stream: string,
): TE.TaskEither<Fault, ReadonlyArray<Recorded>> =>
  foldStream(
    stream,
    { direction: 'forwards' },
    {
      initial: [] as ReadonlyArray<Recorded>,
      step: (events, recorded) => [...events, recorded],
    },
  );
