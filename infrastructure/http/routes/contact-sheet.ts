import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { filledComposition } from '../../../application/renders/request-render.js';
import { decode } from '../../../domain/codec/codec.js';
import type { Composition } from '../../../domain/composition/composition.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { type Html, html } from '../contract/html.js';
import type { Problem } from '../contract/problem.js';
import { type Requester, withPreviewPermit } from '../server/preview-permit.js';
import type { ApiDependencies } from '../server/api-dependencies.js';
import { unstoredComposition } from './frames/frames.js';
import type { ContactPicture } from './videos/comparison-page.js';
import { pictureAt } from './videos/version-diff.js';

// A contact sheet: frames at equal distances in time, in an SVG without scripts or external resources.

const COLUMNS = 3;
const ROWS = 2;
const CELL = { width: 320, gap: 8, caption: 24 };

/** The duration of a video, ms. If it depends on the sources, the refusal of a frame after any possible end states it. */
const durationOf = (
  dependencies: ApiDependencies,
  composition: Composition,
  requester: Requester,
): TE.TaskEither<Problem, number> => {
  const { duration } = composition.metadata;
  if (typeof duration === 'number') return TE.right(duration);
  const last = LIMITS.durationMs - 1;
  return pipe(
    withPreviewPermit(dependencies, requester, composition, (signal, by) =>
      dependencies.previews.frame({ composition, ms: last, format: 'webp', width: CELL.width }, signal, by),
    ),
    TE.map(() => LIMITS.durationMs),
    TE.orElse((problem: Problem) =>
      problem._tag === 'FrameOutsideVideo'
        ? TE.right(problem.durationMs)
        : problem._tag === 'FrameNotDrawn'
          ? TE.right(0)
          : TE.left(problem),
    ),
  );
};

const cell = (picture: ContactPicture, ms: number, index: number, height: number): Html => {
  const x = CELL.gap + (index % COLUMNS) * (CELL.width + CELL.gap);
  const y = CELL.gap + Math.floor(index / COLUMNS) * (height + CELL.caption);
  const content =
    picture._tag === 'Drawn'
      ? html`<image
          x="${x}"
          y="${y}"
          width="${CELL.width}"
          height="${height}"
          href="data:image/webp;base64,${Buffer.from(picture.webp).toString('base64')}"
        />`
      : html`<rect x="${x}" y="${y}" width="${CELL.width}" height="${height}" fill="#ddd" /><text
            x="${x + CELL.gap}"
            y="${y + CELL.caption}"
            font-size="10"
            >${picture.reason.slice(0, 60)}</text
          >`;
  return html`<g
    ><title>${picture._tag === 'Drawn' ? '' : picture.reason}</title>${content}<text
      x="${x}"
      y="${y + height + 16}"
      font-size="14"
      >${(ms / 1000).toFixed(2)} s</text
    ></g
  >`;
};

const sheet = (
  { width, height }: Composition['metadata']['canvas'],
  times: ReadonlyArray<number>,
  pictures: ReadonlyArray<ContactPicture>,
): string => {
  const ratio = width === 'auto' || height === 'auto' ? 9 / 16 : height / width;
  const cellHeight = Math.round(CELL.width * ratio);
  const svg = html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${COLUMNS * (CELL.width + CELL.gap) + CELL.gap}"
    height="${ROWS * (cellHeight + CELL.caption) + CELL.gap}"
    font-family="sans-serif"
  >
    ${pictures.map((picture, index) => cell(picture, times[index] ?? 0, index, cellHeight))}
  </svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg.text).toString('base64')}`;
};

const drawSheet = (
  dependencies: ApiDependencies,
  composition: Composition,
  requester: Requester,
): TE.TaskEither<Problem, string> =>
  pipe(
    durationOf(dependencies, composition, requester),
    TE.map((duration) =>
      Array.from({ length: COLUMNS * ROWS }, (_, index) =>
        Math.floor((duration * (index + 0.5)) / (COLUMNS * ROWS)),
      ),
    ),
    TE.flatMap((times) =>
      pipe(
        times,
        TE.traverseSeqArray((ms) => pictureAt(dependencies, composition, ms, requester)),
        TE.map((pictures) => sheet(composition.metadata.canvas, times, pictures)),
      ),
    ),
  );

/**
 * Draws frames of a video that is not stored, one after the other. Variables have their defaults. A frame that can't be
 * drawn shows why.
 * @returns the picture as a data URL, or why there is none
 */
export const contactSheet = (
  dependencies: ApiDependencies,
  requester: Requester,
  video: unknown,
): TE.TaskEither<Problem, { readonly preview: string } | { readonly missing: string }> => {
  const composition = pipe(
    decode(CreateVideoBody, video),
    E.flatMap((body) =>
      pipe(
        filledComposition(unstoredComposition(body)),
        E.mapLeft(({ problems }) => problems),
      ),
    ),
  );
  return E.isLeft(composition)
    ? TE.right({ missing: `no frames can be drawn yet: ${composition.left.join('; ')}` })
    : pipe(
        drawSheet(dependencies, composition.right, requester),
        TE.map((preview) => ({ preview })),
      );
};
