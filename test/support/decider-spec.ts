import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { type Decider, fold } from '../../domain/decider.js';

/** Given a history, when a command is handled, then this is decided. */
export const specFor = <Command, State, Event extends { readonly type: string }, Refusal>(
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
        /** Refused for this reason. */
        thenRefused: (refusal: Refusal): void => {
          expect(decision()).to.deep.equal(E.left(refusal));
        },
        /** No event, because the state already holds. */
        thenNothing: (): void => {
          expect(decision()).to.deep.equal(E.right([]));
        },
        /** The decided events, for further checks. */
        events: (): ReadonlyArray<Event> => {
          const decided = decision();
          if (E.isLeft(decided)) throw new Error(`refused: ${JSON.stringify(decided.left)}`);
          return decided.right;
        },
      };
    },
    /** The state after the history. */
    state: (): State => fold(decider, history),
  }),
});
