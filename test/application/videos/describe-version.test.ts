import { expect } from 'chai';
import { describeVersion } from '../../../application/videos/describe-version.js';
import { changes } from '../../support/examples.js';

describe('the summary of a version', () => {
  it('names all changes, even if only the variables changed', () => {
    expect(describeVersion(changes({ metadata: [], variables: true }))).to.equal('changed variables');
    expect(describeVersion(changes({ clipsAdded: ['a'] }), 2)).to.equal(
      'restored version 2: changed name; added 1 clip',
    );
  });
});
