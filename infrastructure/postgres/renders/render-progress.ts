import type { Knex } from 'knex';
import type { LastReports } from '../../../application/ports/render-outcomes.js';
import type { RenderProgress } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';

/** Minimum interval between writes of progress, in ms. */
const INTERVAL = 300;

/** A render that was given back stays so until its next attempt. */
const store = (database: Knex, rows: ReadonlyArray<object>): Promise<unknown> =>
  database('render_progress')
    .insert(rows)
    .onConflict('render_id')
    .merge({
      ...Object.fromEntries(
        Object.keys(rows[0] ?? {}).map((column) => [column, database.raw('excluded.??', [column])]),
      ),
      handed_back: database.raw(
        'render_progress.handed_back and render_progress.attempt = excluded.attempt and render_progress.replay = 0',
      ),
      replay: 0,
    });

/** Writes the latest progress of each render for queries, a few times a second. */
export const postgresProgressWriter = (
  database: Knex,
  onError: (error: unknown) => void,
): { readonly record: (progress: RenderProgress) => void; readonly close: () => Promise<void> } => {
  const latest = new Map<RenderId, RenderProgress>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const rows = [...latest.values()].map(({ renderId, attempt, fraction, ...progress }) => ({
      render_id: renderId,
      attempt,
      fraction,
      stage: progress.stage ?? null,
      frames: progress.frames ?? null,
      total_frames: progress.totalFrames ?? null,
      fps: progress.fps ?? null,
      clips: progress.clips ? [...progress.clips] : null,
      reported_at: database.fn.now(),
    }));
    latest.clear();
    if (rows.length > 0) await store(database, rows);
  };

  return {
    record: (progress) => {
      latest.set(progress.renderId, progress);
      timer ??= setTimeout(() => void flush().catch(onError), INTERVAL);
    },
    close: async () => {
      clearTimeout(timer);
      await flush().catch(onError);
    },
  };
};

interface ReportRow {
  readonly replay: number;
  readonly attempt: number;
  readonly clips: ReadonlyArray<string> | null;
  readonly handed_back: boolean;
}

/** What the last worker of a render told last. */
export const postgresLastReports = (database: Knex): LastReports => ({
  of: async (renderId) => {
    const row = await database('render_progress')
      .where({ render_id: renderId })
      .first<ReportRow | undefined>('replay', 'attempt', 'clips', 'handed_back')
      .catch(() => undefined);
    if (!row) return undefined;
    const { replay, attempt, clips, handed_back: handedBack } = row;
    return { replay, attempt, clips: clips ?? [], handedBack };
  },
  handBack: async (renderId, { replay, attempt }) => {
    const row = { render_id: renderId, replay, attempt, fraction: 0, handed_back: true };
    await database('render_progress')
      .insert(row)
      .onConflict('render_id')
      .merge(['replay', 'attempt', 'handed_back'])
      .catch(() => undefined);
  },
});
