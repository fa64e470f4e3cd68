import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { firstProblems } from '../../domain/codec/codec.js';
import { definedFields, fitsInUtf8 } from '../../domain/codec/json.js';
import type { Composition } from '../../domain/composition/composition.js';
import { LIMITS } from '../../domain/composition/limits.js';
import type { OwnerId, RenderBatchId, RenderId, VideoId } from '../../domain/ids.js';
import type { BatchRow } from '../../domain/render-batch/events.js';
import type { RenderBatchRefusal } from '../../domain/render-batch/refusals.js';
import { renderBatchDecider, renderBatchStream } from '../../domain/render-batch/render-batch.js';
import type { RenderBatch } from '../../domain/render-batch/state.js';
import type { Values } from '../../domain/template/fill.js';
import {
  filledTemplate,
  type MergeIsInvalid,
  unknownVariableProblem,
  templateVariables,
} from '../../domain/template/merge.js';
import { valuesFromText } from '../../domain/template/text-values.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { existing } from '../../domain/ownership.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { CommandContext } from '../commands/handle-command.js';
import { loadState } from '../commands/cached-stream-heads.js';
import { writeAndAwait, type WriteDependencies } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import type { RenderOptions } from '../renders/request-render.js';
import {
  mayBeRendered,
  type RenderRequestDependencies,
  type VersionNotApproved,
} from '../reviews/approved-only.js';
import { letOthersRun } from '../let-others-run.js';

/** The rows of a batch: values, or text such as the cells of a CSV. */
export type GivenRows =
  | { readonly _tag: 'Values'; readonly rows: ReadonlyArray<Values> }
  | { readonly _tag: 'Text'; readonly rows: ReadonlyArray<Readonly<Record<string, string>>> };

/** The most characters of JSON that the videos of all rows may have together. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** Room for the other fields of the event that requests a render, in bytes. */
const REST_OF_EVENT = 4096;

const problemsOfRow = (row: number, composition: Composition, merge: Values) => {
  const filled = filledTemplate(composition, merge);
  if (E.isLeft(filled))
    return {
      characters: 0,
      problems: filled.left.problems.map((problem) =>
        problem.startsWith('merge.')
          ? `rows[${row}].${problem.slice('merge.'.length)}`
          : `rows[${row}]: ${problem}`,
      ),
    };
  const json = JSON.stringify(filled.right);
  const room = LIMITS.eventBytes - REST_OF_EVENT - JSON.stringify(merge).length;
  return {
    characters: json.length,
    problems: fitsInUtf8(json, room) ? [] : [`rows[${row}]: the filled video must be at most ${room} bytes`],
  };
};

/** A problem for each name that is no variable, in the first row that has it: a column of a table is in every row. */
const unknownNames = (composition: Composition, rows: ReadonlyArray<Values>): ReadonlyMap<string, string> => {
  const known = new Set(templateVariables(composition).map(({ name }) => name));
  const problems = new Map<string, string>();
  for (const [row, merge] of rows.entries())
    for (const name of Object.keys(merge))
      if (!known.has(name) && !problems.has(name))
        problems.set(name, unknownVariableProblem(`rows[${row}].${name}`, known));
  return problems;
};

/** Validates the video of every row; a problem in one refuses all. */
const checkRows =
  (composition: Composition, rows: ReadonlyArray<Values>): TE.TaskEither<MergeIsInvalid, void> =>
  async () => {
    const unknown = unknownNames(composition, rows);
    const problems = [...unknown.values()];
    let characters = 0;
    for (const [row, given] of rows.entries()) {
      const merge =
        unknown.size === 0
          ? given
          : Object.fromEntries(Object.entries(given).filter(([name]) => !unknown.has(name)));
      const checked = problemsOfRow(row, composition, merge);
      problems.push(...checked.problems);
      characters += checked.characters;
      if (characters > MOST_CHARACTERS) {
        problems.push(`rows: the filled videos of all rows must be at most ${MOST_CHARACTERS} characters`);
        break;
      }
      await letOthersRun();
    }
    if (problems.length === 0) return E.right(undefined);
    return E.left({ _tag: 'MergeIsInvalid', problems: firstProblems(problems, (problem) => problem) });
  };

type Requested = TE.TaskEither<
  VideoRefusal | RenderBatchRefusal | VersionNotApproved | MergeIsInvalid | Fault,
  RenderBatch
>;

/**
 * Requests a batch: a render of the current version of a template for each row. All rows are validated first; the
 * renders are requested afterwards by {@link advanceBatches}.
 */
export const requestRenderBatch =
  (side: RenderRequestDependencies) =>
  (
    videoId: VideoId,
    ownerId: OwnerId,
    given: GivenRows,
    options: Omit<RenderOptions, 'merge'>,
    context: CommandContext,
  ): Requested => {
    // Generated first, so that a request repeated after a crash generates the same ids.
    const batchId = side.ids.uuid() as RenderBatchId;
    const { output, quality, digitalSourceType } = options;
    const ids = given.rows.map(() => side.ids.uuid() as RenderId);
    return pipe(
      loadState(videoDecider, side.eventStore, context.signal)(videoStream(videoId)),
      TE.flatMapEither(existing('Video', { videoId }, ownerId)),
      TE.tap((video) => mayBeRendered(side)(video, context)),
      TE.bindTo('video'),
      TE.let('rows', ({ video: { composition } }): ReadonlyArray<Values> =>
        given._tag === 'Values'
          ? given.rows
          : given.rows.map((cells) => valuesFromText(composition.variables, cells)),
      ),
      TE.tap(({ video, rows }) => checkRows(video.composition, rows)),
      TE.flatMap(({ video, rows }) => {
        const command = {
          type: 'RequestRenderBatch',
          batchId,
          ownerId,
          videoId,
          videoVersion: video.version,
          options: {
            autoGenerateCaptionWords: options.autoGenerateCaptionWords,
            captionLanguageCode: options.captionLanguageCode ?? 'en',
            // Renders that the owner requests one by one come first.
            priority: options.priority ?? 'low',
            ...definedFields({ output, quality, digitalSourceType }),
          },
          rows: rows.map((merge, row): BatchRow => ({ renderId: ids[row] as RenderId, merge })),
          at: side.clock.now().toISOString(),
        } as const;
        return writeAndAwait(renderBatchDecider, side)(renderBatchStream(batchId), command, context);
      }),
      TE.flatMapEither(existing('RenderBatch', { batchId }, ownerId)),
    );
  };

/** Cancels a batch: no further render is requested, and its unfinished renders are cancelled soon afterwards. */
export const cancelRenderBatch =
  (side: WriteDependencies) =>
  (
    batchId: RenderBatchId,
    ownerId: OwnerId,
    context: CommandContext,
  ): TE.TaskEither<RenderBatchRefusal | Fault, unknown> => {
    const at = side.clock.now().toISOString();
    const command = { type: 'CancelRenderBatch', batchId, ownerId, at } as const;
    return writeAndAwait(renderBatchDecider, side)(renderBatchStream(batchId), command, context);
  };
