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

    it('return the fingerprints of completed renders by duration', async () => {
      const fingerprint = { method: 'dhash-128', at: [0], hashes: ['0'.repeat(32)] } as const;
      const renderId = await complete(1, { durationMs: 5000 }, { fingerprint });
      await complete(2, { durationMs: 9000 }, { fingerprint });
      await complete(3, { durationMs: 5000 });
      const found = rightOf(await filled().renders.fingerprints(ownerId, { from: 4000, to: 5000 })());
      expect(found.map((each) => [each.renderId, each.fingerprint])).to.deep.equal([[renderId, fingerprint]]);
    });
  });
};
