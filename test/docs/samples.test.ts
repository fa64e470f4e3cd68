import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../domain/codec/codec.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const folder = join(packageRoot, 'samples');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('The sample projects', () => {
  it('are at least ten', () => {
    expect(names.length).to.be.at.least(10);
  });

  for (const name of names)
    it(`${name} is accepted by the API, and needs no media from elsewhere`, () => {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(decode(CreateVideoBody, JSON.parse(text))).to.satisfy(E.isRight);
      expect(text).not.to.contain('"source"');
    });
});
