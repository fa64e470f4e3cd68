import * as E from 'fp-ts/lib/Either.js';
import type { LateStart, MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import { argumentsOf, GLOBAL_OPTIONS, progressOptions } from './arguments.js';
import { WRITTEN } from './late-process.js';
import { FAILED, followProgress, outcomeOf } from './outcome.js';
import type { WaitingProcesses } from './waiting-processes.js';

/** ffmpeg reads its filter graph, here from standard input, before it opens a file. */
const argumentsFor = ({ outputOptions }: LateStart): ReadonlyArray<string> => [
  ...GLOBAL_OPTIONS,
  ...progressOptions(),
  '-filter_complex_script',
  'pipe:0',
  ...argumentsOf({ inputs: [], filterGraph: undefined, outputOptions, output: WRITTEN }),
];

/** Runs late commands, see {@link MediaEncoder}, each in a process that waits for its filter graph. */
export const lateGraphs = ({
  prepare,
  use,
}: Pick<WaitingProcesses, 'prepare' | 'use'>): Pick<MediaEncoder, 'prepareLate' | 'runLate'> => ({
  prepareLate: (start) => prepare(argumentsFor(start)),
  runLate:
    ({ files, filterGraph, output, besides, isStrict = false, ...start }, { signal, onFrames }) =>
    () =>
      use(argumentsFor(start), {
        files,
        output,
        ...(besides ? { besides } : {}),
        signal,
        drive: async ({ stdin, stdout, ended }, wait) => {
          followProgress(stdout, wait.renew, onFrames);
          stdin?.end(filterGraph);
          const end = await ended;
          return isStrict && end.stderr !== '' ? E.left(FAILED) : outcomeOf(end, wait);
        },
      }),
});
