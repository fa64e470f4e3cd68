import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderOutcomes } from '../../../application/ports/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import type { RenderCommand } from '../../../domain/render/commands.js';
import { provenance, renderOutput } from '../../support/renders/ended-renders.js';
import { at, owner, requestRender } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

/** Renders, and the workers and owners that change them. */
export interface RenderOutcomesUnderTest {
  readonly outcomesOf: (workerId: string) => RenderOutcomes;
  /** Handles the command of an owner. */
  readonly handle: (command: RenderCommand) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the render loop expects of the place where it records outcomes. */
export const renderOutcomesContract = (name: string, open: () => Promise<RenderOutcomesUnderTest>): void => {
  describe(`render outcomes: ${name}`, () => {
    let renderId: RenderId;
    const tested = forSuite(open, (opened) => opened.close());
    beforeEach(async () => {
      renderId = randomUUID() as RenderId;
      await tested.handle(requestRender({ renderId }));
    });

    const failure = { stage: 'encode', message: 'the encoder failed', retryable: false } as const;

    it('record a completed render, with the words that were imported and transcribed', async () => {
      const outcomes = tested.outcomesOf('one');
      expect(rightOf(await outcomes.start(renderId)())).to.include({ status: 'processing', attempt: 1 });
      rightOf(await outcomes.captionWords(renderId, 1, { clips: [], wordCount: 0 })());
      const words = { clips: [], wordCount: 0, recogniser: 'r 1' };
      rightOf(await outcomes.captionWords(renderId, 1, words)());
      const completed = await outcomes.complete(renderId, 1, renderOutput(renderId), provenance)();
      expect(rightOf(completed)).to.include({ status: 'completed' });
      expect(rightOf(await outcomes.current(renderId)())).to.include({ status: 'completed' });
    });

    it('record a failed render', async () => {
      const outcomes = tested.outcomesOf('one');
      rightOf(await outcomes.start(renderId)());
      const failed = await outcomes.fail(renderId, 1, failure)();
      expect(rightOf(failed)).to.include({ status: 'failed' });
    });

    it('refuse the outcome of an attempt that another worker has taken over', async () => {
      const [one, other] = [tested.outcomesOf('one'), tested.outcomesOf('other')];
      rightOf(await one.start(renderId)());
      expect(rightOf(await other.start(renderId)())).to.include({ attempt: 2 });
      const late = await one.complete(renderId, 1, renderOutput(renderId), provenance)();
      expect(E.isLeft(late)).to.equal(true);
      expect(rightOf(await one.current(renderId)())).to.include({ status: 'processing', attempt: 2 });
    });

    it('refuse the outcome of a cancelled render', async () => {
      const outcomes = tested.outcomesOf('one');
      rightOf(await outcomes.start(renderId)());
      await tested.handle({ type: 'CancelRender', renderId, ownerId: owner, at: at(2) });
      expect(E.isLeft(await outcomes.fail(renderId, 1, failure)())).to.equal(true);
    });

    it('record the verdict on a replay, or why there is none', async () => {
      const outcomes = tested.outcomesOf('one');
      rightOf(await outcomes.start(renderId)());
      rightOf(await outcomes.complete(renderId, 1, renderOutput(renderId), provenance)());
      for (const replay of [1, 2]) {
        await tested.handle({ type: 'RequestReplay', renderId, ownerId: owner, at: at(3) });
        const started = rightOf(await outcomes.start(renderId)());
        const state = { number: replay, attempt: 1, lostAttempts: 0 };
        expect(started).to.deep.include({ replay: { ...state, status: 'processing' } });
        const work = { replay, attempt: 1 };
        const ended =
          replay === 1
            ? await outcomes.completeReplay(renderId, work, { result: 'identical' })()
            : await outcomes.failReplay(renderId, work, failure)();
        expect(rightOf(ended)).to.deep.include({ replay: { ...state, status: 'over' } });
      }
    });

    it('refuse to start a render that does not exist', async () => {
      const unknown = randomUUID() as RenderId;
      expect(rightOf(await tested.outcomesOf('one').current(unknown)())._tag).to.equal('NoRender');
      expect(E.isLeft(await tested.outcomesOf('one').start(unknown)())).to.equal(true);
    });
  });
};
