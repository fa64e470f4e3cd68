import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { RenderError } from '../../../domain/render/failure-cause.js';
import { thinned } from '../../../domain/render/fingerprint.js';
import type { RenderPlan } from '../plan/plan.js';
import type { RenderedFile } from '../ports/renderer.js';
import type { RenderContext } from './context.js';
import { join } from './encode.js';
import { valueOf } from './failures.js';

/**
 * Joins the pieces and the sound into the MP4 at `path`, and reads it back.
 * @throws RenderError if it has not the frames of the plan
 */
export const finishOutput = async (
  plan: RenderPlan,
  pieces: ReadonlyArray<string>,
  sound: string,
  path: string,
  context: RenderContext,
): Promise<Pick<RenderedFile, 'output' | 'fingerprint'>> => {
  const { probe, inspector, signal } = context;
  await join(plan, pieces, sound, path, context);
  const [{ frames, width, height, duration }, inspected] = await Promise.all([
    valueOf(probe.inspectOutput(path, signal)),
    inspector.inspect(path, 'key', signal),
  ]);
  if (frames !== plan.frames || width !== plan.output.width || height !== plan.output.height)
    throw new RenderError({
      _tag: 'EncodingFailed',
      message: `the output has ${frames} frames of ${width}×${height} instead of ${plan.frames} of ${plan.output.width}×${plan.output.height}`,
      retryable: true,
    });
  if (!inspected || inspected.streams.length === 0)
    throw new RenderError({
      _tag: 'EncodingFailed',
      message: 'the streams of the output could not be read back',
      retryable: true,
    });
  const { size } = await stat(path);
  const durationMs = Math.round(duration);
  const { streams } = inspected;
  return {
    output: { bytes: size, sha256: await sha256Of(path), width, height, frames, durationMs, streams },
    fingerprint: thinned(inspected.fingerprint),
  };
};

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
