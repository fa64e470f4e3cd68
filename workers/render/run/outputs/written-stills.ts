import { join } from 'node:path';
import { stillRequest } from '../../compose/output-commands.js';
import type { RenderContext } from '../context.js';
import { composeRequest } from '../pieces/compose-request.js';
import { encoded } from '../tasks/failures.js';
import { viewStill } from './compose-view.js';
import { sizesOf } from './encode-picture.js';
import { recorded, type WrittenFile } from './finish-output.js';
import type { PlannedFile } from './output-files.js';
import { type UsedFonts, type Material, sizeAt, viewOf } from './views.js';

/** Stills that show the same instant of the same view: it is composed once. */
export const writtenStills = async (
  files: ReadonlyArray<PlannedFile>,
  material: Material,
  context: RenderContext,
): Promise<{ readonly files: ReadonlyArray<WrittenFile>; readonly fonts: UsedFonts }> => {
  const [first] = files;
  if (!first) return { files: [], fonts: [] };
  const view = { ...viewOf(first, material.composition), range: undefined };
  const { plan, picture, fonts } = await viewStill(material, view, first.output.at ?? 0, context);
  const written: WrittenFile[] = [];
  for (const file of files) {
    const path = join(context.folder, file.key);
    const size = sizeAt(file.output, material);
    const request = stillRequest(file.output, sizesOf(plan, size), picture, path);
    await encoded(composeRequest(request, context, { signal: context.signal }), {
      _tag: 'EncodingFailed',
      message: `the ${file.output.format} could not be encoded`,
      retryable: false,
    });
    written.push(await recorded(path, file, { ...size, frames: 1 }));
  }
  return { files: written, fonts };
};
