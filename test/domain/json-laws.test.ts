import { expect } from 'chai';
import * as fc from 'fast-check';
import { fitsInUtf8, isWellFormedJson, sameJson } from '../../domain/codec/json.js';
import { mergePatch } from '../../domain/codec/merge-patch.js';
import { changesBetween } from '../../domain/composition/changes.js';
import { withClipIds } from '../../domain/composition/clips/clip-ids.js';
import { clip, composition, ofType, textClip, uuid } from '../support/examples.js';

const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }).filter(isWellFormedJson);
const shuffledKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffledKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, shuffledKeys(item)]),
  );
};
const withoutNulls = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])),
      );

describe('merge patch (RFC 7396)', () => {
  // The rows of appendix A.
  const rows: ReadonlyArray<readonly [unknown, unknown, unknown]> = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, result] of rows)
    it(`${JSON.stringify(target)} + ${JSON.stringify(patch)}`, () => {
      expect(mergePatch(target, patch)).to.deep.equal(result);
    });

  it('changes nothing with an empty patch, and nothing more when applied again', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const once = mergePatch(target, patch);
        expect(sameJson(mergePatch(once, patch), once)).to.equal(true);
        if (typeof target === 'object' && target !== null && !Array.isArray(target))
          expect(sameJson(mergePatch(target, {}), target)).to.equal(true);
      }),
    );
  });

  it('returns the patch itself, without its nulls, for an empty target, and does not mutate its arguments', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const before = JSON.stringify([target, patch]);
        mergePatch(target, patch);
        expect(JSON.stringify([target, patch])).to.equal(before);
        expect(sameJson(mergePatch({}, patch), withoutNulls(patch))).to.equal(true);
      }),
    );
  });
});

describe('sameJson', () => {
  it('ignores the order of fields, and nothing else', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(sameJson(a, shuffledKeys(a))).to.equal(true);
        expect(sameJson(a, [a])).to.equal(false);
        expect(sameJson(a, b)).to.equal(sameJson(b, a));
      }),
    );
  });
});

const contents = fc.constantFrom('a', 'b', 'c');
const stored = fc
  .array(contents, { maxLength: 6 })
  .map((texts) => texts.map((content, index) => clip(`stored-${index}`, content)));
const sent = fc.uniqueArray(
  fc.record({ id: fc.option(fc.constantFrom('stored-0', 'stored-1', 'x')), content: contents }),
  {
    maxLength: 6,
    selector: ({ id }) => id ?? Symbol('none'),
  },
);

describe('clip ids', () => {
  it('are unique, keep sent ids, and recur for clips that are sent again', () => {
    fc.assert(
      fc.property(stored, sent, (before, incoming) => {
        const clips = incoming.map(({ id, content }) =>
          id === null ? textClip(content) : clip(id, content),
        );
        const fresh = clips.map((_, index) => uuid(index));
        const identified = withClipIds(clips, before, fresh);
        expect(new Set(identified.map(({ id }) => id)).size).to.equal(clips.length);
        expect(new Set(identified.map(({ id }) => id)).size).to.equal(identified.length);
        identified.forEach(({ id, ...rest }, index) => {
          const { id: given, ...content } = clips[index]!;
          if (given !== undefined) expect(id).to.equal(given);
          expect(rest).to.deep.equal(content);
        });
        const again = identified.map((stored) => textClip(ofType('text', stored).textProperties.content));
        expect(
          withClipIds(again, identified, fresh)
            .map(({ id }) => id)
            .toSorted(),
        ).to.deep.equal(identified.map(({ id }) => id).toSorted());
      }),
    );
  });
});

describe('changes between versions', () => {
  it('are none exactly when the versions are equal, and otherwise account for every clip', () => {
    fc.assert(
      fc.property(stored, stored, fc.boolean(), (a, b, renamed) => {
        const before = composition('name', a);
        const after = composition(renamed ? 'other' : 'name', b);
        const found = changesBetween(before, after);
        expect(found === undefined).to.equal(sameJson(before, after));
        if (!found) return;
        expect(found.metadata).to.deep.equal(renamed ? ['name'] : []);
        expect(a.length + found.clipsAdded.length - found.clipsRemoved.length).to.equal(b.length);
        for (const id of found.clipsChanged)
          expect(
            sameJson(
              a.find((c) => c.id === id),
              b.find((c) => c.id === id),
            ),
          ).to.equal(false);
      }),
    );
  });

  it('include a mere reordering', () => {
    const [one, two] = [clip('one'), clip('two')];
    expect(changesBetween(composition('n', [one, two]), composition('n', [two, one]))).to.deep.include({
      clipsReordered: true,
      clipsChanged: [],
    });
  });
});

describe('fitsInUtf8', () => {
  it('counts bytes in UTF-8 encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(60), (text, maxBytes) => {
        expect(fitsInUtf8(text, maxBytes)).to.equal(Buffer.byteLength(text) <= maxBytes);
      }),
    );
  });
});
