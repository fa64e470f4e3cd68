import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Deviation } from '../../../application/imports/reading/deviations.js';
import { TO_REPLACE } from '../../../application/imports/reading/reader.js';
import type { CompositionCheck } from '../../../application/ports/previews.js';
import { filledComposition } from '../../../application/renders/request-render.js';
import { decode } from '../../../domain/codec/codec.js';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../domain/composition/composition.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { valueAtPath } from '../../../domain/template/fill.js';
import type { Problem } from '../contract/problem.js';
import { problemResponse } from '../contract/problem-responses.js';
import { refuseHidden, type Requester, withPermit } from '../server/preview-permit.js';
import type { ApiDependencies } from '../server/api-dependencies.js';
import { CELL, sheet, timesWithin } from './contact-sheet.js';
import { asRendered, unstoredComposition } from './frames/frames.js';

/** Draws frames of a composition, and checks it, for one client. */
const drawing = (dependencies: ApiDependencies, requester: Requester) => ({
  frame: (composition: Composition, ms: number): TE.TaskEither<Problem, Uint8Array> =>
    withPermit(dependencies, requester, (signal, by) =>
      dependencies.previews.frame({ composition, ms, format: 'webp', width: CELL.width }, signal, by),
    ),
  check: (composition: Composition): TE.TaskEither<Problem, CompositionCheck> =>
    withPermit(dependencies, requester, (signal, by) => dependencies.previews.check(composition, signal, by)),
});
type Drawing = ReturnType<typeof drawing>;

/** The duration of a video, ms. If it depends on the sources, the refusal of a frame after any possible end states it. */
const durationOf = (composition: Composition, { frame }: Drawing): TE.TaskEither<Problem, number> => {
  const { duration } = composition.metadata;
  if (typeof duration === 'number') return TE.right(duration);
  return pipe(
    frame(composition, LIMITS.durationMs - 1),
    TE.map(() => LIMITS.durationMs),
    TE.orElse((problem: Problem) =>
      problem._tag === 'FrameOutsideVideo' ? TE.right(problem.durationMs) : TE.left(problem),
    ),
  );
};

const drawSheet = (composition: Composition, drawing: Drawing): TE.TaskEither<Problem, string> =>
  pipe(
    durationOf(composition, drawing),
    TE.map(timesWithin),
    TE.flatMap((times) =>
      pipe(
        times,
        TE.traverseSeqArray((ms) => drawing.frame(composition, ms)),
        TE.map((pictures) => sheet(composition.metadata.canvas, times, pictures)),
      ),
    ),
  );

/** The innermost clip that a path leads to, or the fonts. */
const PART = /^(?:\.?clips\[\d+\])+|^metadata\.fonts/;

/** The composition without the parts that have errors, and without its soundtrack. */
const without = (composition: Composition, errors: CompositionCheck['problems']): Composition => {
  const parts = new Set(errors.map(({ path }) => PART.exec(path)?.[0]));
  const { soundtrack: _, fonts = [], ...metadata } = composition.metadata;
  const shown = (clips: ReadonlyArray<Clip>, within?: ClipPath): ReadonlyArray<Clip> =>
    clips.map((clip, index) => {
      const at = clipPath(index, within);
      if (parts.has(at)) return { ...clip, when: false };
      return clip.type === 'group' ? { ...clip, clips: shown(clip.clips, at) } : clip;
    });
  return asRendered({
    ...composition,
    metadata: { ...metadata, ...(parts.has('metadata.fonts') ? {} : { fonts }) },
    clips: shown(composition.clips),
  });
};

export interface ContactSheet {
  /** The picture as a data URL, if there is one. */
  readonly preview?: string;
  /** What it does not show, and why. */
  readonly deviations: ReadonlyArray<Deviation>;
}

const noSheet = (...reasons: ReadonlyArray<string>): ContactSheet => ({
  deviations: [{ kind: 'toDo', path: '', message: `no frames can be drawn yet: ${reasons.join('; ')}` }],
});

/** What a sheet lacks. The import itself has noted sources that are to be replaced. */
const lacking = (
  composition: Composition,
  { path, message }: CompositionCheck['problems'][number],
): ReadonlyArray<Deviation> => {
  const found = valueAtPath({ ...composition }, path.replaceAll(/\[(\d+)\]/g, '.$1'));
  const source = typeof found === 'string' ? found.slice(0, 200) : path;
  if (source.startsWith(TO_REPLACE)) return [];
  return [{ kind: 'toDo', path: '', message: `the pictures are drawn without ${source}: ${message}` }];
};

/** Draws what can be drawn of a composition of which not all can. */
const drawRest = (composition: Composition, drawing: Drawing): TE.TaskEither<Problem, ContactSheet> =>
  pipe(
    drawing.check(composition),
    TE.map(({ problems }) => problems.filter(({ severity }) => severity === 'error')),
    TE.flatMap((errors) =>
      pipe(
        drawSheet(without(composition, errors), drawing),
        TE.map((preview) => ({
          preview,
          deviations: errors.flatMap((error) => lacking(composition, error)),
        })),
      ),
    ),
  );

/** Draws frames of a video that is not stored, one after the other. Variables have their defaults. */
export const contactSheet = (
  dependencies: ApiDependencies,
  requester: Requester,
  video: unknown,
): TE.TaskEither<Problem, ContactSheet> => {
  const composition = pipe(
    decode(CreateVideoBody, video),
    E.flatMap((body) =>
      pipe(
        filledComposition(unstoredComposition(body)),
        E.mapLeft(({ problems }) => problems),
      ),
    ),
  );
  if (E.isLeft(composition)) return TE.right(noSheet(...composition.left));
  const drawn = drawing(dependencies, requester);
  return pipe(
    refuseHidden(dependencies, requester.caller, composition.right),
    TE.flatMap(() =>
      pipe(
        drawSheet(composition.right, drawn),
        TE.map((preview): ContactSheet => ({ preview, deviations: [] })),
        TE.orElse((problem: Problem) =>
          problem._tag === 'FrameNotDrawn' ? drawRest(composition.right, drawn) : TE.left(problem),
        ),
      ),
    ),
    TE.orElse((problem: Problem) =>
      problem._tag === 'NoWorkerAvailable' || problem._tag === 'NoPlace' || problem._tag === 'Abandoned'
        ? TE.left(problem)
        : TE.right(noSheet(...problemResponse(problem).message)),
    ),
  );
};
