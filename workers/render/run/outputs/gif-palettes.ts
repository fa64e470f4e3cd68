import type { Output } from '../../../../domain/composition/fields/output.js';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import { type ComposedFrames, paletteRequest } from '../../compose/output-commands.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import type { RenderPlan } from '../../plan/plan.js';

/** The shortest and the longest part with a palette of its own, in seconds. */
const SHORTEST = 0.5;
const LONGEST = 10;

/** The parts of a video that get palettes of their own, cut where layers begin or end; frames count from the first one. */
export const scenesOf = ({
  pieces,
  span,
  rate,
  frames,
}: Pick<RenderPlan, 'pieces' | 'span' | 'rate' | 'frames'>): ReadonlyArray<FrameSpan> => {
  const [shortest, longest] = [SHORTEST, LONGEST].map((seconds) =>
    Math.max(1, Math.round((seconds * rate.num) / rate.den)),
  ) as [number, number];
  const cuts = pieces.flatMap((piece) => {
    const start = piece.span.from - span.from;
    return [start, ...piece.layers.flatMap((layer) => [start + layer.span.from, start + layer.span.to])];
  });
  const scenes: FrameSpan[] = [];
  let from = 0;
  for (const cut of [...new Set(cuts), frames].toSorted((a, b) => a - b)) {
    if (cut - from < shortest && cut !== frames) continue;
    while (cut - from > longest) {
      scenes.push({ from, to: from + longest });
      from += longest;
    }
    if (cut > from) scenes.push({ from, to: cut });
    from = Math.max(from, cut);
  }
  return scenes;
};

/** Makes a palette for each scene of a GIF. @param encode runs a request */
export const palettesOf = async (
  output: Output,
  frames: ComposedFrames,
  plan: RenderPlan,
  path: string,
  encode: (request: ComposeRequest) => Promise<void>,
): Promise<ReadonlyArray<{ readonly span: FrameSpan; readonly path: string }>> => {
  const palettes = scenesOf(plan).map((span, index) => ({ span, path: `${path}.palette-${index}.png` }));
  for (const { span, path } of palettes) await encode(paletteRequest(output, frames, span, path));
  return palettes;
};
