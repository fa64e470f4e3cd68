import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { RenderError } from '../../../domain/render/failure-cause.js';
import type { RenderPlan } from '../plan/plan.js';
import type { RenderedFile } from '../ports/renderer.js';
import type { RenderContext } from './context.js';
import { join } from './encode.js';
import { valueOf } from './failures.js';

/** Joins the pieces and the sound into the MP4 at `path`, and checks that it has the planned frames. */
export const finishOutput = async (
  plan: RenderPlan,
  pieces: ReadonlyArray<string>,
  sound: string,
  path: string,
  context: RenderContext,
): Promise<RenderedFile['output']> => {
  await join(plan, pieces, sound, path, context);
  const { frames, width, height, duration } = await valueOf(
    context.probe.inspectOutput(path, context.signal),
  );
  if (frames !== plan.frames || width !== plan.output.width || height !== plan.output.height)
    throw new RenderError({
      _tag: 'EncodingFailed',
      message: `the output has ${frames} frames of ${width}×${height} instead of ${plan.frames} of ${plan.output.width}×${plan.output.height}`,
      retryable: true,
    });
  const { size } = await stat(path);
  const durationMs = Math.round(duration);
  return { bytes: size, sha256: await sha256Of(path), width, height, frames, durationMs };
};

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
