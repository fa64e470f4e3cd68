import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { MediaCommand, MediaEncoder, MediaInput } from '../../../workers/render/ports/media-encoder.js';
import { argumentsOf, GLOBAL_OPTIONS, progressOptions } from './arguments.js';
import { feed } from './feed.js';
import { allOf, framesTo, hashOfSound, inspectedIn } from './inspection.js';
import { givenFile, WRITTEN } from './late-process.js';
import { followProgress, outcomeOf } from './outcome.js';
import type { WaitingProcesses } from './waiting-processes.js';

/** The inputs after the picture, which is read from standard input. */
const besides = ({ inputs }: MediaCommand, keyFrames: MediaInput | undefined): ReadonlyArray<MediaInput> => [
  ...inputs.slice(1),
  ...(keyFrames ? [keyFrames] : []),
];

/** ffmpeg opens its inputs in order, and waits for the first. Standard output carries the inspection. */
const argumentsFor = (command: MediaCommand, keyFrames: MediaInput | undefined): ReadonlyArray<string> => {
  const given = besides(command, keyFrames).map((input, index) => ({ ...input, path: givenFile(index) }));
  const inputs = [...command.inputs.slice(0, 1), ...given];
  return [
    ...GLOBAL_OPTIONS,
    ...progressOptions('pipe:2'),
    ...argumentsOf({ ...command, inputs, output: WRITTEN }),
    ...(keyFrames ? framesTo(inputs.length - 1) : []),
    ...hashOfSound('1:a:0'),
  ];
};

/** Copies pictures and sounds into files, see {@link MediaEncoder}, each in a process that waits for its picture. */
export const lateCopies = ({
  prepare,
  use,
}: Pick<WaitingProcesses, 'prepare' | 'use'>): Pick<MediaEncoder, 'prepareCopy' | 'copy'> => ({
  prepareCopy: (command, keyFrames) => prepare(argumentsFor(command, keyFrames)),
  copy:
    (command, picture, keyFrames, { signal, onFrames }) =>
    () => {
      let trouble: { readonly error: unknown } | undefined;
      const copied = use(
        argumentsFor(command, keyFrames),
        {
          files: besides(command, keyFrames).map(({ path }) => path),
          output: command.output,
          signal,
          drive: async (process, wait, kill) => {
            const feeding = feed(process, picture).catch((error: unknown) => {
              if (!signal.aborted) trouble = { error };
              kill();
            });
            followProgress(process.stderr, wait.renew, onFrames);
            const said = await allOf(process.stdout, kill);
            const end = await process.ended;
            // Of another end, a picture that never comes must not keep the outcome.
            if (end.ok) await feeding;
            return pipe(
              outcomeOf(end, wait),
              E.map(() => inspectedIn(said)),
            );
          },
        },
        keyFrames !== undefined,
      );
      return copied.then((outcome) => {
        if (trouble) throw trouble.error;
        return outcome;
      });
    },
});
