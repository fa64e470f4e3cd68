import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { type Decider, fold } from '../../domain/decider.js';

/** Given some history, when a command comes, then this is what is decided. */
export const specFor = <Command, State, Event, Refusal>(
  decider: Decider<Command, State, Event, Refusal>,
) => ({
  given: (...history: ReadonlyArray<Event>) => ({
    when: (command: Command) => {
      const decision = () => decider.decide(command, fold(decider, history));
      return {
        /** Exactly these events. */
        thenEvents: (...events: ReadonlyArray<Event>): void => {
          expect(decision()).to.deep.equal(E.right(events));
        },
        /** A rule says no, for this reason. */
        thenRefused: (refusal: Refusal): void => {
          expect(decision()).to.deep.equal(E.left(refusal));
        },
        /** The state holds already: no event. */
        thenNothing: (): void => {
          expect(decision()).to.deep.equal(E.right([]));
        },
        /** The events it causes, to be looked at closer. */
        events: (): ReadonlyArray<Event> => {
          const decided = decision();
          if (E.isLeft(decided)) throw new Error(`refused: ${JSON.stringify(decided.left)}`);
          return decided.right;
        },
      };
    },
    /** The state that the history leaves. */
    state: (): State => fold(decider, history),
  }),
});
