import * as t from 'io-ts';
import { array, record } from '../../../domain/codec/containers.js';
import { string } from '../../../domain/codec/scalars.js';
import { ProbedImage } from '../../../workers/render/ports/media-probe.js';
import { RASTER_FIELDS } from '../../../workers/render/ports/raster-json.js';
import type { LayerSource, Lines, LocalFont } from '../../../workers/render/ports/rasterizer.js';
import type { Canvas } from '../../../domain/composition/composition.js';

/** Decodes or draws. The process ends if the task takes more processor time. */
export interface PictureJob {
  readonly type: 'picture';
  readonly task: PictureTask;
  /** Those of the render, besides those of the service. */
  readonly fonts: ReadonlyArray<LocalFont>;
  readonly cpuMs: number;
}

export type PictureTask =
  | { readonly _tag: 'Describe'; readonly path: string }
  | { readonly _tag: 'Measure'; readonly lines: Lines; readonly width: number }
  | { readonly _tag: 'Inspect'; readonly lines: Lines; readonly box: Canvas }
  | { readonly _tag: 'OpenFonts'; readonly families: ReadonlyArray<string> }
  | {
      readonly _tag: 'Paint';
      readonly layerSource: LayerSource;
      readonly canvas: Canvas;
      readonly folder: string;
      readonly name: string;
    };

/** The causes that the process may report. It is not trusted to report others, or to name a clip. */
const Failure = t.union([
  t.strict({ _tag: t.literal('SourceUnusable'), stage: t.literal('decode'), message: t.string }),
  t.strict({ _tag: t.literal('DrawingFailed'), message: t.string }),
]);

/** The result of a task, an Either: why it has none, or what was found or drawn. */
const reply = <C extends t.Mixed>(right: C) =>
  t.union([
    t.strict({ _tag: t.literal('Left'), left: Failure }),
    t.strict({ _tag: t.literal('Right'), right }),
  ]);

export const DescribeReply = reply(ProbedImage);
/** Sides in px, between 0 and more than any box has. */
export const MeasureReply = reply(t.strict({ width: t.number, height: t.number }));
export const InspectReply = reply(
  t.strict({ needs: t.strict({ width: t.number, height: t.number }), uncovered: t.array(t.string) }),
);
/** The missing families. */
export const OpenFontsReply = reply(t.array(t.string));

const { required, optional } = RASTER_FIELDS;
/** Null: nothing of the layer source is on the canvas. */
export const RasterizeReply = reply(
  t.union([t.null, record({ ...required, files: array(string()) }, optional)]),
);
