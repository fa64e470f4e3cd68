import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Folding } from '../../domain/decider.js';
import type { DomainEvent, Recorded } from '../../domain/events.js';
import type { EventStore } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';

type EventTask = TE.TaskEither<Fault, Recorded | undefined>;

/** The end of a stream: the last version and, if one follows it, the last other event. */
interface End {
  readonly version?: Recorded;
  readonly other?: Recorded;
}

/** A stream, and how to recognise its versions. */
interface Reading {
  readonly stream: string;
  readonly foldStream: EventStore['foldStream'];
  readonly signal: AbortSignal | undefined;
  /** The number of the version that an event makes; `undefined` if it makes none. */
  readonly versionAt: (recorded: Recorded) => number | undefined;
}

const eventAt = ({ foldStream, stream, signal }: Reading, revision: bigint): EventTask =>
  foldStream(
    stream,
    { direction: 'forwards', from: revision, atMost: 1 },
    { initial: undefined as Recorded | undefined, step: (_, recorded) => recorded },
    signal,
  );

const findEnd = ({ foldStream, stream, signal, versionAt }: Reading): TE.TaskEither<Fault, End> =>
  foldStream<End>(
    stream,
    { direction: 'backwards' },
    {
      initial: {},
      step: (end, recorded): End => {
        if (versionAt(recorded) !== undefined) return { ...end, version: recorded };
        return end.other ? end : { other: recorded };
      },
      isEnough: ({ version }) => version !== undefined,
    },
    signal,
  );

/** The number of events up to and including a version that are not versions. */
const othersUpTo = ({ versionAt }: Reading, version: Recorded): number =>
  Number(version.revision) + 1 - (versionAt(version) ?? 0);

/** Finds the last other event before the last version, which lies between these revisions (inclusive), by binary search. */
const searchOther = (reading: Reading, lowest: bigint, highest: bigint, others: number): EventTask => {
  const middle = (lowest + highest + 1n) / 2n;
  return pipe(
    eventAt(reading, middle),
    TE.flatMap((found): EventTask => {
      if (found?.revision !== middle) return TE.right(undefined);
      const isOther = reading.versionAt(found) === undefined;
      if (lowest === highest) return TE.right(isOther ? found : undefined);
      return isOther || othersUpTo(reading, found) < others
        ? searchOther(reading, isOther ? middle : middle + 1n, highest, others)
        : searchOther(reading, lowest, middle - 1n, others);
    }),
  );
};

/**
 * Finds the last event that is not a version: `none` if all are versions, `undefined` if their number is inconsistent.
 */
const findOther = (
  reading: Reading,
  { version, other }: Required<Pick<End, 'version'>> & End,
): TE.TaskEither<Fault, Recorded | 'none' | undefined> => {
  const others = othersUpTo(reading, version);
  if (others < 0) return TE.right(undefined);
  if (other) return TE.right(other);
  return others === 0 ? TE.right('none') : searchOther(reading, 1n, version.revision, others);
};

/**
 * The few events that lead to the same state as the whole stream, oldest first: the first event, the last version and
 * the last other event. `undefined` if the stream must be read from its beginning because it violates the rule of
 * `versionOf`. Each read takes one event, however long the stream is. If all events are versions, two reads suffice;
 * otherwise the last other event is found by binary search.
 */
export const decisiveEvents =
  <State, Event extends DomainEvent>(
    { isEvent, versionOf }: Required<Pick<Folding<State, Event>, 'isEvent' | 'versionOf'>>,
    { foldStream }: EventStore,
    signal?: AbortSignal,
  ) =>
  (stream: string): TE.TaskEither<Fault, ReadonlyArray<Recorded> | undefined> => {
    const versionAt = ({ event }: Recorded) => (isEvent(event) ? versionOf(event) : undefined);
    const reading: Reading = { stream, foldStream, signal, versionAt };
    return pipe(
      findEnd(reading),
      TE.flatMap((end) => {
        const { version } = end;
        if (!version) return TE.right(end.other ? undefined : []);
        if (version.revision === 0n) return TE.right(end.other ? [version, end.other] : [version]);
        return pipe(
          TE.Do,
          TE.bind('first', () => eventAt(reading, 0n)),
          TE.bind('other', () => findOther(reading, { ...end, version })),
          TE.map(({ first, other }) => {
            if (first?.revision !== 0n || versionAt(first) !== 1 || other === undefined) return undefined;
            const last = other === 'none' ? [version] : [version, other];
            return [first, ...last.toSorted((a, b) => Number(a.revision - b.revision))];
          }),
        );
      }),
    );
  };
