import { endedInGraph, keptInGraph, openedInGraph, optionsOfPieces } from '../../compose/opened-in-graph.js';
import { codecOptions, placedCodec, type PictureCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { LateCommand, MediaCommand, MediaEncoder } from '../../ports/media-encoder.js';

/** The command for a process that was started before; undefined if it isn't worth one, or can't be run by one. */
export const lateCommand = (command: MediaCommand, codec: PictureCodec): LateCommand | undefined => {
  if (codec._tag === 'Still' && codec.isPreview) return keptInGraph(command);
  if (codec._tag !== 'H264' || !codec.held) return undefined;
  const late = openedInGraph(command, 'piece');
  return late && endedInGraph(late);
};

/** Starts a process for the first piece of a plan in which nothing moves: it is linked while the piece is painted. */
export const prepareLatePiece = (
  { pieces, rate }: Pick<RenderPlan, 'pieces' | 'rate'>,
  codec: PictureCodec,
  { prepareLate }: Pick<MediaEncoder, 'prepareLate'>,
): void => {
  if (codec._tag !== 'H264' || codec.hardware !== undefined) return;
  if (!pieces.some(({ layers }) => layers.every(({ _tag }) => _tag === 'Pictures'))) return;
  prepareLate({ makes: 'piece', outputOptions: optionsOfPieces(codecOptions(placedCodec(codec), rate, 0)) });
};
