import * as E from 'fp-ts/lib/Either.js';
import type { CheckProblem, CompositionCheck } from '../../../../application/ports/previews.js';
import { type ClipPath, clipPath, clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { ResolvedClip, ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { recordedFailure } from '../../../../domain/render/failure-cause.js';
import { estimatedWork } from '../../../../domain/render/work.js';
import type { LocalSource } from '../../plan/local-source.js';
import { sourceUses } from '../../plan/source-uses.js';
import type { Rasterizer } from '../../ports/rasterizer.js';
import type { RenderContext, FetchBudget } from '../context.js';
import { withSubtitles } from '../prepare/import-subtitles.js';
import { rasterizerWithFonts, requestedFamilies } from '../prepare/open-fonts.js';
import { refuseTooCostly } from '../prepare/resolve-composition.js';
import { resolvedWithTexts } from '../prepare/measure-texts.js';
import { valueOf } from '../failures.js';
import { mediaProblems } from './check-media.js';
import { problemOf } from './check-problems.js';
import { attempt, type CheckedSources, checkSources, fieldOf } from './check-sources.js';
import { textProblems } from './check-texts.js';

/** Stands for the media of a source that could not be read, so that the other clips can be checked. */
const UNREAD: LocalSource = {
  path: '',
  probed: { _tag: 'Image', width: 1920, height: 1080, pageDurations: [5000, 5000], plays: 0 },
};

/** The rasterizer with the fonts that could be read, and the problems of the others. */
const withFonts = async (
  composition: Composition,
  { usable }: CheckedSources,
  context: RenderContext,
): Promise<{ readonly rasterizer: Rasterizer; readonly problems: ReadonlyArray<CheckProblem> }> => {
  const { fonts = [], missingFonts } = composition.metadata;
  const read = new Map(usable.map((source) => [source.use.at, source]));
  const ownPath = (index: number): ClipPath => `metadata.fonts[${index}]`;
  const known = fonts.filter((_, index) => read.has(ownPath(index)));
  const metadata = { ...composition.metadata, fonts: known, missingFonts: 'fallback' as const };
  const opened = await attempt(() =>
    rasterizerWithFonts({ ...composition, metadata }, { sources: usable, assets: [] }, context),
  );
  if (E.isLeft(opened))
    return { rasterizer: context.rasterizer, problems: [problemOf(opened.left, 'metadata.fonts')] };
  const { rasterizer } = opened.right;
  const requested = requestedFamilies(composition.clips);
  const families = [...new Set(requested.map(({ family }) => family))];
  if (families.length === 0) return { rasterizer, problems: [] };
  const { folder, signal } = context;
  const { missing } = await valueOf(rasterizer.openFonts([], families, { folder, signal }));
  const severity = missingFonts === 'fail' ? 'error' : 'warning';
  const problems = missing.map((family): CheckProblem => {
    const at = requested.find((one) => one.family === family)?.at ?? 'metadata';
    const remedy = 'Add the font to `metadata.fonts`, or use one that GET /v1/fonts lists.';
    return { severity, path: at, message: `there is no font named "${family}"`, remedy };
  });
  return { rasterizer, problems };
};

/** The resolved composition; sources that could not be read count as {@link UNREAD}. */
const resolvedAsFarAsKnown = async (
  composition: Composition,
  { media }: CheckedSources,
  context: RenderContext,
): Promise<ResolvedComposition> => {
  const unread = sourceUses(composition).map(({ at }) => [at, UNREAD] as const);
  const sources = new Map([...unread, ...media]);
  return resolvedWithTexts(composition, sources, context);
};

const resolvedWithPaths = (
  clips: ReadonlyArray<ResolvedClip>,
  within?: ClipPath,
): ReadonlyArray<{ readonly clip: ResolvedClip; readonly at: ClipPath }> =>
  clips.flatMap((clip, index) => {
    const at = clipPath(index, within);
    return [{ clip, at }, ...(clip.type === 'group' ? resolvedWithPaths(clip.clips, at) : [])];
  });

const clipProblems = async (
  composition: Composition,
  resolved: ResolvedComposition,
  { media }: CheckedSources,
  context: RenderContext,
): Promise<ReadonlyArray<CheckProblem>> => {
  const fields = new Map(sourceUses(composition).map((one) => [one.at, fieldOf(one, composition)]));
  const problems: CheckProblem[] = [];
  for (const { clip, at } of resolvedWithPaths(resolved.clips)) {
    context.signal.throwIfAborted();
    const source = media.get(at);
    if (source?.probed._tag === 'Media')
      problems.push(...mediaProblems(clip, source.probed, fields.get(at) ?? at, at));
    problems.push(...(await textProblems(clip, at, context)));
  }
  return problems;
};

/** Sorts problems in the order of the document, and errors before warnings of the same clip. */
const sortedProblems = (composition: Composition, problems: ReadonlyArray<CheckProblem>) => {
  const paths = clipsWithPaths(composition.clips).map(({ at }) => at);
  const indexOf = ({ path }: CheckProblem): number =>
    paths.findLastIndex((at) => path === at || path.startsWith(`${at}.`));
  return problems.toSorted(
    (a, b) => indexOf(a) - indexOf(b) || Number(b.severity === 'error') - Number(a.severity === 'error'),
  );
};

/**
 * Finds the problems that would make a render of a composition fail, or look or sound other than intended, without
 * rendering it. Its sources are fetched and probed as for a render.
 */
export const checkComposition = async (
  requested: Composition,
  budget: FetchBudget,
  plain: RenderContext,
): Promise<Pick<CompositionCheck, 'problems' | 'work'>> => {
  const sources = await checkSources(requested, budget, plain);
  const read = await attempt(() => withSubtitles(requested, { sources: sources.usable, assets: [] }));
  const composition = E.isRight(read) && read.right ? read.right.composition : requested;
  const fonts = await withFonts(composition, sources, plain);
  const context = { ...plain, rasterizer: fonts.rasterizer };
  const found = [
    ...sources.problems,
    ...(E.isLeft(read) ? [problemOf(read.left, 'clips')] : []),
    ...fonts.problems,
  ];
  const resolved = await attempt(() => resolvedAsFarAsKnown(composition, sources, context));
  if (E.isLeft(resolved)) {
    const problem = problemOf(resolved.left, recordedFailure(resolved.left).clip ?? 'metadata');
    return { problems: sortedProblems(composition, [...found, problem]), work: estimatedWork(composition) };
  }
  const cost = await attempt(() => refuseTooCostly(resolved.right, sources.media, context.signal));
  const problems = [
    ...found,
    ...(E.isLeft(cost) ? [problemOf(cost.left, recordedFailure(cost.left).clip ?? 'clips')] : []),
    ...(await clipProblems(composition, resolved.right, sources, context)),
  ];
  return {
    problems: sortedProblems(composition, problems),
    work: estimatedWork(resolved.right, composition.metadata.output),
  };
};
