import type { MediaCommand } from '../ports/media-encoder.js';

/** A label in a filter graph of ours: of a stream of an input, `[0:v]`, or between filters, `[m0]`. */
const LABEL = /\[(?:(\d+):)?(\w+)\]/g;

/** A filter graph in which inputs have other numbers, and no label is one of another graph. */
const renamed = (graph: string, firstInput: number, prefix: string): string =>
  graph.replaceAll(LABEL, (_, input: string | undefined, name: string) =>
    input === undefined ? `[${prefix}${name}]` : `[${firstInput + Number(input)}:${name}]`,
  );

/**
 * One command with the inputs and outputs of several, which write to the same folder and have filter graphs of ours. It
 * writes the same bytes as they do.
 * @throws RangeError if there is none
 */
export const joinedCommands = (commands: ReadonlyArray<MediaCommand>): MediaCommand => {
  let opened = 0;
  const [first, ...further] = commands.map(({ inputs, filterGraph = '', outputOptions, output }, index) => {
    const [from, prefix] = [opened, `p${index}`];
    opened += inputs.length;
    return {
      inputs,
      filterGraph: renamed(filterGraph, from, prefix),
      outputOptions: outputOptions.map((option, at) =>
        outputOptions[at - 1] === '-map' ? renamed(option, from, prefix) : option,
      ),
      output,
    };
  });
  if (!first) throw new RangeError('there is no command to join');
  const all = [first, ...further];
  return {
    ...first,
    inputs: all.flatMap(({ inputs }) => inputs),
    filterGraph: all.map(({ filterGraph }) => filterGraph).join(';'),
    furtherOutputs: further.map(({ output, outputOptions }) => ({ output, outputOptions })),
  };
};
