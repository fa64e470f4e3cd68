import * as E from 'fp-ts/lib/Either.js';

/** The right value; throws the left value. */
export const rightOf = <Left, Right>(either: E.Either<Left, Right>): Right => {
  if (E.isRight(either)) return either.right;
  throw new Error(JSON.stringify(either.left));
};
