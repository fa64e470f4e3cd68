import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { firstProblems } from '../../domain/codec/codec.js';
import { definedFields, fitsInUtf8 } from '../../domain/codec/json.js';
import type { Composition } from '../../domain/composition/composition.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { assetsNamedIn } from '../../domain/asset/references.js';
import type { AssetId, OwnerId, RenderBatchId, RenderId, VideoId } from '../../domain/ids.js';
import { assetsOf, type VersionDependencies } from '../assets/assets.js';
import type { AssetScope } from '../ports/assets.js';
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
  requireApproval,
  type RenderRequestDependencies,
  type VersionNotApproved,
} from '../reviews/approved-only.js';
import { letOthersRun } from '../let-others-run.js';

/** The rows of a batch: values, or text such as the cells of a CSV. */
export type BatchRows =
  | { readonly _tag: 'Values'; readonly rows: ReadonlyArray<Values> }
  | { readonly _tag: 'Text'; readonly rows: ReadonlyArray<Readonly<Record<string, string>>> };

/** Maximum number of JSON characters of the videos of all rows together. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Space reserved for the other fields of the event that requests a render, in bytes. */
const OTHER_FIELDS_BYTES = 4096;

const checkRow = (row: number, composition: Composition, merge: Values) => {
  const filled = filledTemplate(composition, merge);
  if (E.isLeft(filled))
    return {
      characters: 0,
      assets: new Map<AssetId, string>(),
      problems: filled.left.problems.map((problem) =>
        problem.startsWith('merge.')
          ? `rows[${row}].${problem.slice('merge.'.length)}`
          : `rows[${row}]: ${problem}`,
      ),
    };
  const json = JSON.stringify(filled.right);
  const maxBytes = LIMITS.eventBytes - OTHER_FIELDS_BYTES - JSON.stringify(merge).length;
  return {
    characters: json.length,
    assets: assetsNamedIn(filled.right),
    problems: fitsInUtf8(json, maxBytes)
      ? []
      : [`rows[${row}]: the filled video must be at most ${maxBytes} bytes`],
  };
};

/** A problem for each unknown name, only in the first row that has it: a column of a table is in every row. */
const unknownNames = (composition: Composition, rows: ReadonlyArray<Values>): ReadonlyMap<string, string> => {
  const known = new Set(templateVariables(composition).map(({ name }) => name));
  const problems = new Map<string, string>();
  for (const [row, merge] of rows.entries())
    for (const name of Object.keys(merge))
      if (!known.has(name) && !problems.has(name))
        problems.set(name, unknownVariableProblem(`rows[${row}].${name}`, known));
  return problems;
};

/** Validates the video of every row, and returns the assets that they name. A problem in one row refuses all. */
const checkRows =
  (
    composition: Composition,
    rows: ReadonlyArray<Values>,
  ): TE.TaskEither<MergeIsInvalid, ReadonlyMap<AssetId, string>> =>
  async () => {
    const unknown = unknownNames(composition, rows);
    const problems = [...unknown.values()];
    const assets = new Map<AssetId, string>();
    let characters = 0;
    for (const [row, values] of rows.entries()) {
      const merge =
        unknown.size === 0
          ? values
          : Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.has(name)));
      const checked = checkRow(row, composition, merge);
      problems.push(...checked.problems);
      for (const [id, path] of checked.assets) if (!assets.has(id)) assets.set(id, `rows[${row}]: ${path}`);
      characters += checked.characters;
      if (characters > MAX_CHARACTERS) {
        problems.push(`rows: the filled videos of all rows must be at most ${MAX_CHARACTERS} characters`);
        break;
      }
      await letOthersRun();
    }
    if (problems.length === 0) return E.right(assets);
    return E.left({ _tag: 'MergeIsInvalid', problems: firstProblems(problems, (problem) => problem) });
  };

/**
 * Requests a batch: a render of the current version of a template for each row. All rows are validated first;
 * {@link advanceBatches} then requests the renders.
 */
export const requestRenderBatch =
  (dependencies: RenderRequestDependencies & VersionDependencies) =>
  (
    videoId: VideoId,
    scope: AssetScope,
    batchRows: BatchRows,
    options: Omit<RenderOptions, 'merge'>,
    context: CommandContext,
  ): TE.TaskEither<
    VideoRefusal | RenderBatchRefusal | VersionNotApproved | MergeIsInvalid | Fault,
    RenderBatch
  > => {
    // Ids are generated first, so that a request repeated after a crash has the same ones.
    const batchId = dependencies.ids.uuid() as RenderBatchId;
    const { ownerId } = scope;
    const { output, quality, digitalSourceType } = options;
    const ids = batchRows.rows.map(() => dependencies.ids.uuid() as RenderId);
    return pipe(
      loadState(videoDecider, dependencies.eventStore, context.signal)(videoStream(videoId)),
      TE.flatMapEither(existing('Video', { videoId }, ownerId)),
      TE.tap((video) => requireApproval(dependencies)(video, context)),
      TE.bindTo('video'),
      TE.let('rows', ({ video: { composition } }): ReadonlyArray<Values> =>
        batchRows._tag === 'Values'
          ? batchRows.rows
          : batchRows.rows.map((cells) => valuesFromText(composition.variables, cells)),
      ),
      TE.tap(({ video, rows }) =>
        pipe(
          checkRows(video.composition, rows),
          TE.flatMap((named) => assetsOf(dependencies)(scope, named)),
        ),
      ),
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
            // Single renders of the owner come first.
            priority: options.priority ?? 'low',
            ...definedFields({ output, quality, digitalSourceType }),
          },
          rows: rows.map((merge, row): BatchRow => ({ renderId: ids[row] as RenderId, merge })),
          at: dependencies.clock.now().toISOString(),
        } as const;
        return writeAndAwait(renderBatchDecider, dependencies)(renderBatchStream(batchId), command, context);
      }),
      TE.flatMapEither(existing('RenderBatch', { batchId }, ownerId)),
    );
  };

/** Cancels a batch: no further render is requested, and its unfinished renders are cancelled soon afterwards. */
export const cancelRenderBatch =
  (dependencies: WriteDependencies) =>
  (
    batchId: RenderBatchId,
    ownerId: OwnerId,
    context: CommandContext,
  ): TE.TaskEither<RenderBatchRefusal | Fault, unknown> => {
    const at = dependencies.clock.now().toISOString();
    const command = { type: 'CancelRenderBatch', batchId, ownerId, at } as const;
    return writeAndAwait(renderBatchDecider, dependencies)(renderBatchStream(batchId), command, context);
  };
