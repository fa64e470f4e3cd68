import type { Output } from '../../../../domain/composition/format/output.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { RenderContext } from '../context.js';
import { inFolder, type Material } from './compose-view.js';
import { renderOutputs, type WrittenOutputs } from './render-outputs.js';

/** Whether encoding failed, and not a source or the render as a whole. */
const isEncodingFailure = (error: unknown): boolean =>
  error instanceof RenderError &&
  (error.cause._tag === 'EncodingFailed' ||
    (error.cause._tag === 'LimitExceeded' && error.cause.stage === 'encode'));

/**
 * Writes all outputs of a composition. If hardware that encodes them fails, all of them are written again with x264: the
 * pieces of different encoders can't be joined.
 */
export const renderOutputsReliably = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { hardware, ...software } = material.settings;
  try {
    return await renderOutputs(outputs, stem, material, context);
  } catch (error) {
    if (hardware === undefined || context.signal.aborted || !isEncodingFailure(error)) throw error;
    context.hardware?.failed();
    const again = await inFolder(context, 'software');
    return renderOutputs(outputs, stem, { ...material, settings: software }, again);
  }
};
