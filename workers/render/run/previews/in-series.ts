import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OpenedFonts, Rasterizer } from '../../ports/rasterizer.js';
import type { RenderDependencies } from '../context.js';

const rasterizerIn = (rasterizer: Rasterizer, series: string): Rasterizer => ({
  paint: (layerSource, canvas, target) => rasterizer.paint(layerSource, canvas, { ...target, series }),
  measure: (lines, width, task) => rasterizer.measure(lines, width, { ...task, series }),
  inspect: (lines, box, task) => rasterizer.inspect(lines, box, { ...task, series }),
  release: (user) => rasterizer.release({ ...user, series }),
  openFonts: (fonts, families, task) =>
    TE.map((opened: OpenedFonts) => ({
      ...opened,
      rasterizer: rasterizerIn(opened.rasterizer, series),
    }))(rasterizer.openFonts(fonts, families, { ...task, series })),
});

/** Lets the processes that probe, paint and compose for one preview of a series work for the next one as well. */
export const inSeries = <A extends Pick<RenderDependencies, 'rasterizer' | 'engine' | 'probe'>>(
  context: A,
  series: string | undefined,
): A => {
  if (series === undefined) return context;
  const { rasterizer, engine, probe } = context;
  return {
    ...context,
    rasterizer: rasterizerIn(rasterizer, series),
    engine: {
      ...engine,
      compose: (command, options) => engine.compose(command, { ...options, series }),
      decoded: (path, options) => engine.decoded(path, { ...options, series }),
      mix: (request, options) => engine.mix(request, { ...options, series }),
      levels: (path, options) => engine.levels(path, { ...options, series }),
    },
    probe: { ...probe, probe: (path, options) => probe.probe(path, { ...options, series }) },
  };
};
