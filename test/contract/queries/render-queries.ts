import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { CompletedRender } from '../../../application/ports/queries.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import type { RenderOutput } from '../../../domain/render/render-output.js';
import type { Fingerprint } from '../../../domain/render/fingerprint.js';
import { at } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { aRenderId, renderEvents } from '../../support/webhooks/recorded.js';
import type { FilledQueries } from './filled-queries.js';

/** The part of the contract that concerns renders. */
export const renderQueriesContract = (filled: () => FilledQueries): void => {
  describe('of renders', () => {
    let ownerId: OwnerId;
    beforeEach(() => {
      ownerId = randomUUID() as OwnerId;
    });

    const complete = async (
      seconds: number,
      output: Partial<RenderOutput>,
      more: { readonly fingerprint?: Fingerprint } = {},
      by = ownerId,
    ): Promise<RenderId> => {
      const renderId = aRenderId();
      const events = renderEvents({ renderId, ownerId: by, at: at(seconds) }).map((event) =>
        event.type === 'RenderCompleted'
          ? { ...event, data: { ...event.data, output: { ...event.data.output, ...output }, ...more } }
          : event,
      );
      await filled().project(`render-${renderId}`, events);
      return renderId;
    };
    const idsOf = (renders: ReadonlyArray<CompletedRender>) => renders.map(({ renderId }) => renderId);

    it('find completed renders by the hash of a file, newest first, of one owner or of all', async () => {
      const sha256 = randomUUID();
      const [older, newer] = [await complete(1, { sha256 }), await complete(2, { sha256 })];
      const other = await complete(3, { sha256 }, {}, randomUUID() as OwnerId);
      await complete(4, { sha256: 'another' });
      const { renders } = filled();
      const found = rightOf(await renders.byOutput(ownerId, sha256)());
      expect(idsOf(found)).to.deep.equal([newer, older]);
      expect(found[0]).to.include({ videoVersion: 3, completedAt: at(2) });
      expect(idsOf(rightOf(await renders.byOutput(undefined, sha256)()))).to.deep.equal([
        other,
        newer,
        older,
      ]);
    });

    it('count the renders of each day in UTC, with the length and size of what they made', async () => {
      await complete(1, { durationMs: 5000, bytes: 300 });
      await complete(2, { durationMs: 2500, bytes: 200 });
      await complete(86_400, { durationMs: 1000, bytes: 100 });
      await complete(3, { durationMs: 9000 }, {}, randomUUID() as OwnerId);
      const failed = aRenderId();
      const events = renderEvents({ renderId: failed, ownerId, at: at(4) }, 'failed');
      await filled().project(`render-${failed}`, events);
      const days = { first: '2025-12-31', last: '2026-01-02' };
      const [before, first, next] = rightOf(await filled().renders.byDay(ownerId, days)());
      const none = { renders: 0, completed: 0, failed: 0, durationMs: 0, bytes: 0 };
      expect(before).to.deep.equal({ date: '2025-12-31', ...none });
      expect(first).to.deep.equal({
        ...none,
        date: '2026-01-01',
        renders: 3,
        completed: 2,
        failed: 1,
        durationMs: 7500,
        bytes: 500,
      });
      expect(next).to.deep.equal({
        ...none,
        date: '2026-01-02',
        renders: 1,
        completed: 1,
        durationMs: 1000,
        bytes: 100,
      });
    });

    it('return the fingerprints of completed renders by duration', async () => {
      const fingerprint = { method: 'dhash-128', at: [0], hashes: ['0'.repeat(32)] } as const;
      const renderId = await complete(1, { durationMs: 5000 }, { fingerprint });
      await complete(2, { durationMs: 9000 }, { fingerprint });
      await complete(3, { durationMs: 5000 });
      const found = rightOf(await filled().renders.fingerprints(ownerId, { from: 4000, to: 5000 })());
      expect(found.map((render) => [render.renderId, render.fingerprint])).to.deep.equal([
        [renderId, fingerprint],
      ]);
    });
  });
};
