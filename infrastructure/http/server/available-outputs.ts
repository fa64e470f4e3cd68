import * as E from 'fp-ts/lib/Either.js';
import { featureOf, outputName } from '../../../domain/composition/format/output-features.js';
import type { Output } from '../../../domain/composition/format/output.js';
import { type HttpProblem, invalidRequest } from '../contract/problem.js';
import type { Services } from './operation.js';

/** Refuses outputs that no encoder of this machine can write, and names those that can be written. */
export const availableOutputs = (
  { features }: Pick<Services, 'features'>,
  outputs: ReadonlyArray<Output> = [],
): E.Either<HttpProblem, void> => {
  const problems = outputs.flatMap((output, index) =>
    features.size === 0 || features.has(featureOf(output))
      ? []
      : [
          `output[${index}] must not be ${outputName(output)}, which this service cannot encode; it can encode ${[...features].join(', ')}`,
        ],
  );
  return problems.length > 0 ? E.left(invalidRequest(...problems)) : E.right(undefined);
};
