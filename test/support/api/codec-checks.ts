import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { type Codec, decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';

/** Requests to create a video, and what their codec says of them. */
export type Json = Record<string, unknown>;

export const body = (metadata: Json = {}, clips: ReadonlyArray<unknown> = [], more: Json = {}) => ({
  metadata: { name: 'n', duration: 1000, ...metadata },
  clips,
  ...more,
});
export const text = (more: Json = {}, properties: Json = {}) => ({
  type: 'text',
  timeFrame: { end: 10 },
  textProperties: { content: 'Hi', ...properties },
  ...more,
});
export const caption = (properties: Json = {}) => ({
  type: 'caption',
  timeFrame: { end: 10 },
  captionProperties: {
    words: [],
    highlightTextProperties: {},
    nonHighlightTextProperties: {},
    ...properties,
  },
});

export const problemsIn =
  <A>(codec: Codec<A, unknown>) =>
  (value: unknown): ReadonlyArray<string> => {
    const decoded = decode(codec, value);
    return E.isLeft(decoded) ? decoded.left : [];
  };
export const problems = problemsIn(CreateVideoBody);
export const accepts = (...values: ReadonlyArray<unknown>): void => {
  for (const value of values) expect(problems(value), JSON.stringify(value).slice(0, 200)).to.deep.equal([]);
};
/** Asserts that each value is refused with a single problem at this path. */
export const refuses = (path: string, ...values: ReadonlyArray<unknown>): void => {
  for (const value of values) {
    const found = problems(value);
    expect(found, JSON.stringify(value).slice(0, 200)).to.have.length(1);
    expect(found[0]).to.satisfy((line: string) => line.startsWith(`${path} must`), found[0]);
  }
};
