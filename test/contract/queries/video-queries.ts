import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { at, changes, composition, videoCreated, videoPatched } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { type FilledQueries, allRows } from './filled-queries.js';

/** The part of the contract that concerns videos. */
export const videoQueriesContract = (filled: () => FilledQueries): void => {
  describe('of videos', () => {
    const newOwner = () => randomUUID() as OwnerId;
    /** Creates videos with these names, one second after the other. */
    const create = async (ownerId: OwnerId, ...names: ReadonlyArray<string>): Promise<VideoId[]> => {
      const ids = names.map(() => randomUUID() as VideoId);
      for (const [index, videoId] of ids.entries()) {
        const data = { videoId, ownerId, editorTokenHash: videoId, at: at(index) };
        await filled().project(`video-${videoId}`, [videoCreated(composition(names[index]), data)]);
      }
      return ids;
    };

    it('return the current version of a video, and nothing for an unknown one', async () => {
      const ownerId = newOwner();
      const [videoId] = (await create(ownerId, 'First')) as [VideoId];
      await filled().project(`video-${videoId}`, [
        videoPatched(2, composition('Second'), { videoId, ownerId, at: at(9) }),
      ]);
      const { videos } = filled();
      const video = O.toUndefined(rightOf(await videos.byId(videoId)()));
      expect(video).to.include({ videoId, ownerId, version: 2, createdAt: at(0), updatedAt: at(9) });
      expect(JSON.parse(video?.compositionJson ?? '')).to.deep.equal(composition('Second'));
      expect(rightOf(await videos.ownerOf(videoId)())).to.deep.equal(O.some(ownerId));
      const unknown = randomUUID() as VideoId;
      expect(rightOf(await videos.byId(unknown)())).to.deep.equal(O.none);
      expect(rightOf(await videos.ownerOf(unknown)())).to.deep.equal(O.none);
    });

    it('filter lists by part of the name and by creation time', async () => {
      const ownerId = newOwner();
      const [, dunes, percent] = await create(ownerId, 'Sea', 'Dunes at Dawn', '100% dunes_', 'City');
      const ids = async (filter: Parameters<FilledQueries['videos']['list']>[1]) =>
        (await allRows(rightOf(await filled().videos.list(ownerId, filter, { limit: 10, page: 1 })()))).map(
          ({ videoId }) => videoId,
        );
      expect(await ids({ name: 'DUNES' })).to.deep.equal([percent, dunes]);
      expect(await ids({ name: '0%' })).to.deep.equal([percent]);
      expect(await ids({ name: '_' })).to.deep.equal([percent]);
      expect(await ids({ createdAfter: at(0), createdBefore: at(3) })).to.deep.equal([percent, dunes]);
    });

    it('list archived videos apart, and the videos of a folder', async () => {
      const ownerId = newOwner();
      const [sea, dunes, city] = (await create(ownerId, 'Sea', 'Dunes', 'City')) as [
        VideoId,
        VideoId,
        VideoId,
      ];
      const { videos, project } = filled();
      const move = (videoId: VideoId, place: { folder?: string; archived?: true }) =>
        project(`video-${videoId}`, [
          { type: 'VideoMoved', data: { videoId, ownerId, editorTokenHash: videoId, ...place, at: at(9) } },
        ]);
      const listed = async (filter: Parameters<typeof videos.list>[1]) => {
        const page = rightOf(await videos.list(ownerId, filter, { limit: 10, page: 1 })());
        return { total: page.total, ids: (await allRows(page)).map(({ videoId }) => videoId) };
      };
      await move(sea, { folder: 'Water', archived: true });
      await move(dunes, { folder: 'Sand' });
      expect(await listed({})).to.deep.equal({ total: 2, ids: [city, dunes] });
      expect(await listed({ archived: true })).to.deep.equal({ total: 1, ids: [sea] });
      expect(await listed({ folder: 'Sand' })).to.deep.equal({ total: 1, ids: [dunes] });
      expect(await listed({ folder: 'Water' })).to.deep.equal({ total: 0, ids: [] });
      const folders = async () => rightOf(await videos.folders(ownerId)());
      expect(await folders()).to.deep.equal([{ name: 'Sand', videos: 1 }]);
      const row = O.toUndefined(rightOf(await videos.byId(sea)()));
      expect(row).to.include({ folder: 'Water', archived: true, updatedAt: at(0) });
      await move(sea, { folder: 'Sand' });
      expect(await folders()).to.deep.equal([{ name: 'Sand', videos: 2 }]);
      expect((await listed({})).ids).to.deep.equal([city, dunes, sea]);
    });

    it('return the versions of a video, newest first, with what each changed', async () => {
      const ownerId = newOwner();
      const [videoId] = (await create(ownerId, '1')) as [VideoId];
      const patches = Array.from({ length: 10 }, (_, n) =>
        videoPatched(n + 2, composition(`${n + 2}`), { videoId, ownerId }),
      );
      await filled().project(`video-${videoId}`, patches);
      const { videos } = filled();
      const page = rightOf(await videos.versions(videoId, { limit: 10, page: 1 })());
      expect(page.total).to.equal(11);
      const rows = await allRows(page);
      expect(rows.map(({ version }) => version)).to.deep.equal([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
      expect(rows[0]).to.deep.include({ videoId, revision: 10, changes: changes(), createdAt: at(11) });
      const first = O.toUndefined(rightOf(await videos.version(videoId, 1)()));
      expect(first).to.include({ version: 1, revision: 0 }).and.not.have.property('changes');
      expect(rightOf(await videos.version(videoId, 12)())).to.deep.equal(O.none);
    });
  });
};
