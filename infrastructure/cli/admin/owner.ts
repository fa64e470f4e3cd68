import { InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { OwnerId } from '../../../domain/ids.js';

export const parseOwner = (text: string): OwnerId => {
  const owner = OwnerId.decode(text);
  if (E.isRight(owner)) return owner.right;
  throw new InvalidArgumentError('an owner must have 1 to 100 characters: letters, digits and ._@-');
};
