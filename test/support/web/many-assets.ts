/** Lists of more media than a page has room for. */
import type { Page } from 'playwright-core';
import type { Service } from '../service/service.js';

/** Writes ready assets into the read model: "many 1" is the oldest. Only the newest is of a kind that a clip can show. */
export const storeAssets = async (
  { database }: Service,
  owner: string,
  videoId: string,
  count: number,
): Promise<void> => {
  await database.raw(
    `insert into assets (asset_id, owner_id, video_id, name, tags, status, media, created_at, updated_at, revision)
     select gen_random_uuid(), :owner, :videoId, 'many ' || n, '[]', 'ready',
       jsonb_build_object('kind', case n when :count then 'image' else 'font' end),
       timestamptz '2026-01-01' + n * interval '1 second', now(), 1
     from generate_series(1, :count::int) n`,
    { owner, videoId, count },
  );
};

/** Scrolls until the last card is that of a name. @returns the most cards that the page had meanwhile */
export const mostCardsUntil = (page: Page, name: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    let most = 0;
    for (;;) {
      const names = document.querySelectorAll('.asset-name, .card-name');
      most = Math.max(most, names.length);
      if ([...names].at(-1)?.textContent === '${name}') return most;
      const [list, more] = document.querySelectorAll('ul[aria-label="Media"], ul[aria-label="Media"] + button');
      (more ?? list).scrollIntoView({ block: 'end' });
      await new Promise(requestAnimationFrame);
    }
  })()`);
