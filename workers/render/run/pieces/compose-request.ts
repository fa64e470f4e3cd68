import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import { ffmpegCommand, needsFfmpeg } from '../../compose/ffmpeg-command.js';
import { nutInput, rawOutput } from '../../compose/inputs.js';
import { EncoderError, type EncoderFailure, type RunOptions } from '../../ports/media-encoder.js';
import type { ComposeInput, ComposeRequest } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { allOrNone } from '../tasks/in-parallel.js';

type Context = Pick<RenderContext, 'folder' | 'encoder' | 'engine' | 'drawer'>;

/** Writes the frames that an input shows into a pipe. */
const frameWriting = (input: ComposeInput, stream: string, path: string): ComposeRequest => ({
  inputs: [input],
  graph: `[0:${stream}]null[out]`,
  outputs: [rawOutput(path, input.times?.seconds.length ?? 0, 'nut')],
});

const done = async (task: TaskEither<EncoderFailure, void>): Promise<void> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw new EncoderError(outcome.left);
};

const NO_FFMPEG: FailureCause = {
  _tag: 'EncodingFailed',
  message: 'AV1 with a side of less than 64 px needs the program ffmpeg, which the render worker lacks',
  retryable: false,
};

const LABEL = /\[(\d+):(\d+)\]/g;

/** Composes with ffmpeg. The engine finds the frames of inputs that do not show all of theirs in order. */
const composeWithFfmpeg =
  (
    request: ComposeRequest,
    { folder, encoder, engine, drawer }: Context,
    options: RunOptions,
  ): TaskEither<EncoderFailure, void> =>
  async () => {
    if ((await encoder.version()) === undefined) throw new RenderError(NO_FFMPEG);
    const feeds: ComposeRequest[] = [];
    const inputs = [...request.inputs];
    const graph = request.graph.replaceAll(LABEL, (label, number: string, stream: string) => {
      const input = request.inputs[Number(number)];
      if (!input?.times) return label;
      const path = `${request.outputs.at(-1)?.path ?? ''}.fed-${number}/frames`;
      feeds.push(frameWriting(input, stream, path));
      inputs[Number(number)] = nutInput(path);
      return `[${number}:v]`;
    });
    if (feeds.length > 0)
      await drawer.makePipes(feeds.flatMap(({ outputs }) => outputs.map(({ path }) => path)));
    try {
      await allOrNone(options.signal, (signal) => [
        done(encoder.run(ffmpegCommand({ ...request, inputs, graph }), { ...options, signal })),
        ...feeds.map((feed) => done(engine.compose(feed, { folder, signal }))),
      ]);
      return E.right(undefined);
    } catch (error) {
      if (error instanceof EncoderError) return E.left(error.cause);
      throw error;
    }
  };

/** Composes: with the engine, or with the installed ffmpeg where only that can encode. */
export const composeRequest = (
  request: ComposeRequest,
  context: Context,
  options: RunOptions,
): TaskEither<EncoderFailure, void> =>
  needsFfmpeg(request)
    ? composeWithFfmpeg(request, context, options)
    : context.engine.compose(request, { ...options, folder: context.folder });
