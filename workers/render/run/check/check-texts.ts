import * as E from 'fp-ts/lib/Either.js';
import type { CheckProblem } from '../../../../application/ports/previews.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import type { RenderContext } from '../context.js';
import type { Lines, TextReport } from '../../ports/rasterizer.js';
import { linesOf } from '../prepare/measure-texts.js';
import { problemOf, warning } from './check-problems.js';

/** How far lines may reach beyond their box and still look right, in px. */
const SLACK = 1;

const overflowOf = (clip: ResolvedClip, { needs }: TextReport, box: Canvas): string | undefined => {
  // A caption breaks its own lines, so only its height can exceed the box.
  const wide = clip.type === 'text' && needs.width > box.width + SLACK;
  const high = needs.height > box.height + SLACK;
  if (!wide && !high) return undefined;
  return `the text needs ${needs.width} × ${needs.height} px, but its box has ${Math.round(box.width)} × ${Math.round(box.height)} px`;
};

const reportProblems = (
  clip: ResolvedClip,
  lines: Lines,
  report: TextReport,
  box: Canvas,
  path: string,
): ReadonlyArray<CheckProblem> => {
  const isShortened = lines._tag === 'Text' && lines.text.overflow === 'ellipsis';
  const overflow = isShortened ? undefined : overflowOf(clip, report, box);
  return [
    ...(report.uncovered.length > 0
      ? [
          warning(
            path,
            `no font has glyphs for ${report.uncovered.map((text) => JSON.stringify(text)).join(', ')}`,
            'Add a font that has them to `metadata.fonts`, or change the text.',
          ),
        ]
      : []),
    ...(overflow === undefined
      ? []
      : [warning(path, overflow, 'Enlarge the box, or use a smaller font size, `fitText` or `overflow`.')]),
  ];
};

/** Words of a caption that are never shown, because they are spoken before or after its clip. */
const wordProblems = (clip: ResolvedClip, at: string): ReadonlyArray<CheckProblem> => {
  if (clip.type !== 'caption') return [];
  const { start, end, offset = 0 } = clip.timeFrame;
  const { words } = clip.captionProperties;
  const outside = words.flatMap((word, index) =>
    word.end <= offset || word.start >= end - start + offset ? [index] : [],
  );
  if (outside.length === 0) return [];
  return [
    warning(
      `${at}.captionProperties.words[${outside[0]}]`,
      outside.length === 1
        ? 'the word is outside its clip, and is not shown'
        : `${outside.length} of ${words.length} words are outside their clip, and are not shown`,
      'Times of words count from the start of the clip plus its offset: correct them, or lengthen the clip.',
    ),
  ];
};

/** Lays out the text or caption of a clip, and reports text that does not fit or can't be drawn. */
export const textProblems = async (
  clip: ResolvedClip,
  at: string,
  { rasterizer, folder, signal }: Pick<RenderContext, 'rasterizer' | 'folder' | 'signal'>,
): Promise<ReadonlyArray<CheckProblem>> => {
  const lines = linesOf(clip);
  if (!lines) return [];
  const { scale } = clip.transform;
  const box = { width: clip.size.width * scale.x, height: clip.size.height * scale.y };
  const path = `${at}.${clip.type}Properties`;
  const report = await rasterizer.inspect(lines, box, { folder, signal })();
  if (E.isLeft(report)) return [problemOf(report.left, path)];
  return [...reportProblems(clip, lines, report.right, box, path), ...wordProblems(clip, at)];
};
