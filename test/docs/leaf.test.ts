import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StoredEvent } from '../../application/ports/event-archive.js';
import { leafInPieces, leafOf, newLeafOf } from '../../application/transparency/leaf.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const sha256 = (...parts: ReadonlyArray<Uint8Array>): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 8785 for values without the numbers and characters that need more than ECMAScript's own rules. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
};

describe('The leaf as docs/verify/leaf.md specifies it', () => {
  const page = readFileSync(join(packageRoot, 'docs/verify/leaf.md'), 'utf8');
  const [json = '', bytes = '', leaf = ''] = [...page.matchAll(/```(?:json|text)\n(.*?)\n```/gs)].map(
    ([, block]) => block ?? '',
  );
  const event = JSON.parse(json) as StoredEvent;

  it('follows from the written recipe alone', () => {
    const { id, stream, revision, type, data, metadata } = event;
    const { hash, ...hashed } = metadata;
    const written = canonical({ id, stream, revision: String(revision), type, data, metadata: hashed });
    expect(written).to.equal(bytes);
    const eventHash = sha256(Buffer.from(written, 'utf8'));
    expect(eventHash.toString('hex')).to.equal(hash);
    expect(sha256(Uint8Array.of(0), eventHash).toString('hex')).to.equal(leaf);
  });

  it('is the one that the service computes', async () => {
    for (const computed of [leafOf(event), await leafInPieces(event), newLeafOf(event)])
      expect(Buffer.from(computed).toString('hex')).to.equal(leaf);
  });
});
