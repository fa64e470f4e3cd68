import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../domain/codec/codec.js';
import { withClipIds } from '../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../domain/composition/composition.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { filledTemplate } from '../../domain/template/merge.js';

/** A stored video, which may be a template. */
export const composed = (
  clips: ReadonlyArray<object>,
  metadata: object = {},
  variables?: object,
): Composition => {
  const body = {
    metadata: { name: 'n', duration: 1000, ...metadata },
    clips,
    ...(variables ? { variables } : {}),
  };
  const decoded = decode(CreateVideoBody, body);
  if (E.isLeft(decoded)) throw new Error(decoded.left.join('\n'));
  const ids = Array.from({ length: 50 }, (_, index) => `clip-${index}`);
  return { ...decoded.right, clips: withClipIds(decoded.right.clips, [], ids) };
};

/** The video that a template gives with values. */
export const mergedOf = (
  composition: Composition,
  values: Readonly<Record<string, unknown>>,
): Composition => {
  const result = filledTemplate(composition, values);
  if (E.isLeft(result)) throw new Error(result.left.problems.join('\n'));
  return result.right;
};
/** What is wrong with the values of a template. */
export const problemsOf = (composition: Composition, values: Readonly<Record<string, unknown>>) => {
  const result = filledTemplate(composition, values);
  return E.isLeft(result) ? result.left.problems : [];
};
