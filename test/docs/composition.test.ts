import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../domain/codec/codec.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const page = readFileSync(join(packageRoot, 'docs/composition.md'), 'utf8');
const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => json);

describe('docs/composition.md', () => {
  it('shows only videos that the API accepts', () => {
    expect(examples).to.have.length(10);
    for (const example of examples)
      expect(decode(CreateVideoBody, JSON.parse(example))).to.satisfy(E.isRight);
  });
});
