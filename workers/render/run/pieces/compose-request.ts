import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { encodingFailed, RenderError } from '../../../../domain/render/failure-cause.js';
import { dividedRequest, needsFfmpeg } from '../../compose/ffmpeg-command.js';
import { EncoderError, type EncoderFailure, type RunOptions } from '../../ports/media-encoder.js';
import type { ComposeFailure, ComposeRequest } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { allOrNone } from '../tasks.js';

type Context = Pick<RenderContext, 'folder' | 'series' | 'encoder' | 'engine'>;

const orThrow = async (task: TaskEither<ComposeFailure, void>): Promise<void> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw new EncoderError(outcome.left);
};

const NO_FFMPEG = encodingFailed(
  'AV1 with a side of less than 64 px needs the program ffmpeg, which the render worker lacks',
);

/** Pipes the frames that the engine composes to ffmpeg, which encodes them. */
const encodeWithFfmpeg =
  (request: ComposeRequest, context: Context, options: RunOptions): TaskEither<EncoderFailure, void> =>
  async () => {
    const { encoder, engine } = context;
    if ((await encoder.version()) === undefined) throw new RenderError(NO_FFMPEG);
    const { pipe, composing, encoding } = dividedRequest(request);
    await encoder.makePipe(pipe);
    try {
      await allOrNone(options.signal, (signal) => [
        orThrow(encoder.run(encoding, { ...options, signal })),
        orThrow(engine.compose(composing, { ...context, signal })),
      ]);
      return E.right(undefined);
    } catch (error) {
      if (error instanceof EncoderError) return E.left(error.cause);
      throw error;
    }
  };

/** Composes with the engine. Formats that only the ffmpeg program can encode are piped to it. */
export const composeRequest = (
  request: ComposeRequest,
  context: Context,
  options: RunOptions,
): TaskEither<ComposeFailure, void> =>
  needsFfmpeg(request)
    ? encodeWithFfmpeg(request, context, options)
    : context.engine.compose(request, { ...context, ...options });
