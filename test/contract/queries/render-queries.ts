import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { CompletedRender } from '../../../application/ports/queries.js';
import type { DomainEvent } from '../../../domain/events.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import type { RenderOutput } from '../../../domain/render/render-output.js';
import type { Fingerprint } from '../../../domain/render/fingerprint.js';
import { at, videoId } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { aRenderId, renderEvents } from '../../support/webhooks/recorded.js';
import { type FilledQueries, rowsOf } from './filled-queries.js';

/** The part of the contract that concerns renders. */
export const renderQueriesContract = (filled: () => FilledQueries): void => {
  describe('of renders', () => {
    let ownerId: OwnerId;
    beforeEach(() => {
      ownerId = randomUUID() as OwnerId;
    });

    const project = (renderId: RenderId, events: ReadonlyArray<DomainEvent>) =>
      filled().project(`render-${renderId}`, events);
    const request = async (seconds = 0, by = ownerId): Promise<RenderId> => {
      const renderId = aRenderId();
      await project(renderId, renderEvents({ renderId, ownerId: by, at: at(seconds) }).slice(0, 1));
      return renderId;
    };
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
      await project(renderId, events);
      return renderId;
    };
    const idsOf = (renders: ReadonlyArray<CompletedRender>) => renders.map(({ renderId }) => renderId);

    it('return a render from its request to its end', async () => {
      const renderId = await request();
      const current = async () => O.toUndefined(rightOf(await filled().renders.byId(renderId)()));
      expect(await current()).to.include({ renderId, ownerId, status: 'pending', attempt: 0, progress: 0 });
      const [requested] = renderEvents({ renderId, ownerId });
      if (requested?.type !== 'RenderRequested') throw new Error('not requested');
      const { videoId, videoVersion } = requested.data;
      const facts = { renderId, ownerId, videoId, videoVersion, attempt: 1 };
      await project(renderId, [{ type: 'RenderStarted', data: { ...facts, workerId: 'w', at: at(1) } }]);
      expect(await current()).to.include({ status: 'processing', attempt: 1, startedAt: at(1) });
      const failure = { stage: 'encode', message: 'the encoder failed', retryable: false } as const;
      await project(renderId, [{ type: 'RenderFailed', data: { ...facts, failure, at: at(2) } }]);
      expect(await current()).to.deep.include({ status: 'failed', failure, finishedAt: at(2), progress: 0 });
      expect(rightOf(await filled().renders.byId(aRenderId())())).to.deep.equal(O.none);
    });

    it('list the renders of an owner, newest first, by status and video', async () => {
      const [pending, completed] = [await request(1), await complete(2, {})];
      await request(3, randomUUID() as OwnerId);
      const listed = async (filter: Parameters<FilledQueries['renders']['list']>[1]) =>
        rowsOf(rightOf(await filled().renders.list(ownerId, filter, { limit: 10, page: 1 })()));
      const ids = async (filter: Parameters<typeof listed>[0]) =>
        (await listed(filter)).map(({ renderId }) => renderId);
      expect(await ids({})).to.deep.equal([completed, pending]);
      expect(await ids({ status: 'pending' })).to.deep.equal([pending]);
      const [, { video } = { video: undefined }] = await listed({});
      expect(await ids({ videoId: video!.videoId })).to.deep.equal([pending]);
      expect(await ids({ createdAfter: at(1) })).to.deep.equal([completed]);
    });

    it('count the pending renders of an owner up to a limit', async () => {
      for (const second of [1, 2, 3]) await request(second);
      await complete(4, {});
      expect(rightOf(await filled().renders.pending(ownerId, 10)())).to.equal(3);
      expect(rightOf(await filled().renders.pending(ownerId, 2)())).to.equal(2);
    });

    it('know the files that a completed render has recorded', async () => {
      const poster = { key: 'poster.png', format: 'png', bytes: 1, sha256: 'b'.repeat(64) } as never;
      const renderId = await complete(1, { key: 'video.mp4', files: [poster] });
      const has = async (key: string, of = renderId) =>
        O.toUndefined(rightOf(await filled().renders.ownerOfOutput(of, key)()));
      expect(await has('video.mp4')).to.equal(ownerId);
      expect(await has('poster.png')).to.equal(ownerId);
      expect(await has('other.mp4')).to.equal(undefined);
      expect(await has('video.mp4', await request())).to.equal(undefined);
    });

    it('return the newest replay of a render, and count those that are pending', async () => {
      const renderId = await complete(1, {});
      const { renders } = filled();
      const newest = async () => rightOf(await renders.newestReplay(renderId)());
      expect(await newest()).to.deep.equal(O.none);
      const before = renderEvents({ renderId, ownerId, at: at(1) });
      const facts = { renderId, ownerId, videoId, videoVersion: 1 };
      const verdict = { result: 'identical' } as const;
      const events: ReadonlyArray<DomainEvent> = [
        ...before,
        { type: 'ReplayRequested', data: { ...facts, replay: 1, at: at(2) } },
        {
          type: 'ReplayCompleted',
          data: { ...facts, replay: 1, attempt: 1, verdict, at: at(3) },
        },
        { type: 'ReplayRequested', data: { ...facts, replay: 2, at: at(4) } },
      ];
      await project(renderId, events);
      expect(await newest()).to.deep.equal(
        O.some({ renderId, replay: 2, status: 'pending', createdAt: at(4), updatedAt: at(4) }),
      );
      expect(rightOf(await renders.pending(ownerId, 10)())).to.equal(1);
      await project(renderId, [
        ...events,
        { type: 'ReplayCompleted', data: { ...facts, replay: 2, attempt: 1, verdict, at: at(5) } },
      ]);
      expect(rightOf(await renders.pending(ownerId, 10)())).to.equal(0);
    });

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

    it('find completed renders by the hash of their first stream', async () => {
      const sha256 = randomUUID();
      const streams = [
        { kind: 'video', sha256 },
        { kind: 'audio', sha256: randomUUID() },
      ] as const;
      const renderId = await complete(1, { streams });
      await complete(2, {});
      const found = rightOf(await filled().renders.byStreams(ownerId, sha256)());
      expect(found).to.have.length(1);
      expect(found[0]).to.include({ renderId });
      expect(found[0]?.output.streams).to.deep.equal(streams);
      expect(rightOf(await filled().renders.byStreams(ownerId, streams[1].sha256)())).to.deep.equal([]);
    });

    it('return the position of a render in the queue until it is finished', async () => {
      const [first, second] = [await request(1), await request(2)];
      const { renders } = filled();
      const position = async (id: RenderId) => O.toUndefined(rightOf(await renders.outlook(id)()))?.position;
      expect(await position(second)).to.be.above((await position(first))!);
      const finished = await complete(3, {});
      expect(rightOf(await renders.outlook(finished)())).to.deep.equal(O.none);
      expect(rightOf(await renders.outlook(aRenderId())())).to.deep.equal(O.none);
      const ids = [first, finished, aRenderId()];
      const glances = await Promise.all(ids.map((id) => renders.glanceSoon(id)()));
      expect(glances.map((glance) => O.toUndefined(rightOf(glance))?.status)).to.deep.equal([
        'pending',
        'completed',
        undefined,
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
