import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { placementOf, type Rect } from '../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../domain/composition/resolve/resolved.js';
import type { Document } from '../../web/src/editor/document.js';
import { withGroup, type Regrouped } from '../../web/src/editor/grouping/group.js';
import { ungrouped } from '../../web/src/editor/grouping/ungroup.js';
import { placesOf, problemsOf } from '../../web/src/editor/places.js';
import { resolvedDocument } from '../../web/src/editor/resolved-document.js';
import { rightOf } from '../support/right-of.js';
import { stems } from '../support/web/editor-documents.js';
import { LONG } from '../support/long-form.js';

const text = (id: string, more: object = {}) => ({
  id,
  type: 'text',
  timeFrame: { start: 1000, end: 3000 },
  position: { x: 10, y: 20, z: 0 },
  size: { width: 200, height: 50 },
  textProperties: { content: id, fontSize: 20, color: '#ffffff' },
  ...more,
});
const media = (id: string, type: 'video' | 'audio', more: object = {}) => ({
  ...text(id, more),
  type,
  source: 'https://media.example.org/a.mp4',
});
const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name: 'a', duration: 9000 }, clips }) as unknown as Document;
const group = (document: Document, ...ids: ReadonlyArray<string>): E.Either<string, Regrouped> =>
  withGroup(document, ids, rightOf(placesOf(document)));
const ungroup = (document: Document, id: string): E.Either<string, Regrouped> =>
  ungrouped(document, [id], rightOf(placesOf(document)));

/** Where and when a clip is in the video, with its own fields that depend on neither. */
interface Leaf {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly box: Rect | undefined;
  readonly look: unknown;
}

/** The clips that are no groups, in drawing order: computed here by adding up what groups say. */
const leavesOf = (document: Document, mediaMs: number): ReadonlyArray<Leaf> => {
  const walk = (
    clips: ReadonlyArray<ResolvedClip>,
    at: Omit<Leaf, 'id' | 'look' | 'box'> & { x: number; y: number },
  ): ReadonlyArray<Leaf> =>
    clips
      .toSorted((a, b) => a.position.z - b.position.z)
      .flatMap((clip) => {
        const { box, ...turn } = placementOf(clip);
        const { start, end } = clip.timeFrame;
        const times = { start: at.start + start, end: Math.min(at.end, at.start + end) };
        const [x, y] = [box.x + at.x, box.y + at.y];
        if (clip.type === 'group') return walk(clip.clips, { ...times, x, y });
        const isSound = clip.type === 'audio';
        const text = clip.type === 'text' ? clip.textProperties : undefined;
        return [{ id: clip.id, ...times, box: isSound ? undefined : { ...box, x, y }, look: { turn, text } }];
      });
  const media = (_: string, canvas: { readonly width: number; readonly height: number }) => ({
    media: { durationMs: mediaMs, size: { width: canvas.width, height: mediaMs / 10 } },
    lines: { width: mediaMs / 20, height: 77 },
  });
  return walk(rightOf(resolvedDocument(document, media)).clips, { start: 0, end: Infinity, x: 0, y: 0 });
};

const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'number' ? Math.round(part * 1e4) / 1e4 : part,
    ),
  );
const overlap = (a: Leaf, b: Leaf): boolean => a.start < b.end - 1e-6 && b.start < a.end - 1e-6;

/** Two documents show the same clips at the same times in the same places, and none crosses another that is seen with it. */
const expectSame = (before: Document, after: Document): void => {
  expect(problemsOf(after)).to.deep.equal([]);
  for (const mediaMs of [5000, 3210, 777, 40]) {
    const [one, other] = [leavesOf(before, mediaMs), leavesOf(after, mediaMs)];
    const inOrder = (leaves: ReadonlyArray<Leaf>) =>
      rounded(leaves.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(inOrder(other)).to.deep.equal(inOrder(one));
    const order = new Map(other.map(({ id }, index) => [id, index]));
    for (const [index, below] of one.entries())
      for (const above of one.slice(index + 1))
        if (below.box && above.box && overlap(below, above))
          expect(order.get(below.id), `${below.id} below ${above.id}`).to.be.lessThan(
            order.get(above.id) ?? -1,
          );
  }
};

describe('editor: groups', () => {
  it('hold clips in a box just around them, in their place and at their times', () => {
    const before = documentOf(
      text('back', { position: { x: 0, y: 0, z: -1 } }),
      text('a', { transform: { rotation: 90 } }),
      text('b', { timeFrame: { after: 'a', gap: 100, duration: 500 }, position: { x: 300.5, y: 40, z: 2 } }),
      media('sound', 'audio', { timeFrame: { start: 500, end: 1500 } }),
      text('next', { timeFrame: { after: 'b', duration: 500 }, position: { x: 0, y: 0, z: 3 } }),
    );
    const { document, ids } = rightOf(group(before, 'a', 'b', 'sound'));
    expect(stems(document.clips)).to.deep.equal(['back', 'group*', 'next']);
    expect(ids).to.deep.equal([document.clips[1]?.id]);
    const made = document.clips[1];
    expect(made?.timeFrame).to.deep.equal({ start: 500, end: 3600 });
    expect(made?.position).to.deep.equal({ x: 85, y: -55, z: 2 });
    expect(made?.size).to.deep.equal({ width: 416, height: 200 });
    expect(made).to.have.nested.property('clips[1].timeFrame.after', 'a');
    expectSame(before, document);
    const back = rightOf(ungroup(document, ids[0] ?? ''));
    expect(back.ids).to.deep.equal(['a', 'b', 'sound']);
    expectSame(before, back.document);
  });

  it('cover the canvas where lengths are relative to it, and end with their clips where nobody knows when', () => {
    const film = media('film', 'video', { timeFrame: { start: 0, end: 'source' } });
    for (const [more, width] of [
      [{ position: { x: '50%', y: 0 } }, '100%'],
      [{ textProperties: { content: 'a', fontSize: '5vw', color: '#ffffff' } }, '100%'],
      [{ size: { width: 'auto', height: 'auto' } }, 960],
    ] as const) {
      const before = documentOf(text('a', more), film);
      const { document } = rightOf(group(before, 'a', 'film'));
      expect(document.clips[0]?.size.width).to.equal(width);
      expect(document.clips[0]?.timeFrame.end).to.equal('source');
      expectSame(before, document);
    }
  });

  it('keep what each clip shows and when, and its order, or are refused with a reason', () => {
    const length = fc.oneof(fc.integer({ min: -50, max: 900 }), fc.constantFrom('25%', '10vw', 33.25));
    const side = fc.oneof(fc.integer({ min: 10, max: 500 }), fc.constantFrom('25%', 'auto', 80.5));
    const oneClip = (index: number) =>
      fc.record({
        type: fc.constantFrom('text' as const, 'text' as const, 'video' as const, 'audio' as const),
        start: fc.integer({ min: 0, max: 4000 }),
        duration: fc.integer({ min: 1, max: 3000 }),
        end: fc.constantFrom('number', 'number', 'duration', 'video', 'source'),
        after: fc.option(fc.nat({ max: Math.max(0, index - 1) }), { nil: undefined, freq: 3 }),
        gap: fc.constantFrom(undefined, 100, -700, 0.25),
        x: length,
        y: length,
        z: fc.integer({ min: 0, max: 2 }),
        width: side,
        height: side,
        anchor: fc.constantFrom(undefined, undefined, 'center', 'bottomRight'),
        relativeTo: fc.constantFrom(undefined, undefined, undefined, 'center'),
        rotation: fc.constantFrom(0, 0, 30, 90),
        transition: fc.constantFrom(undefined, undefined, undefined, { in: { type: 'push' } }),
        blend: fc.constantFrom(undefined, undefined, undefined, undefined, 'multiply'),
        fontSize: fc.constantFrom(20, 20, '5%'),
      });
    const project = fc.tuple(...[0, 1, 2, 3, 4].map(oneClip)).map((drafts) =>
      documentOf(
        ...drafts.map((draft, index) => {
          const { type, x, y, z, width, height, anchor, relativeTo, rotation, transition, blend, fontSize } =
            draft;
          const { start, duration, after, gap, end } = draft;
          const until = {
            number: after === undefined ? { end: start + duration } : { duration },
            duration: { duration },
            video: { end: 'video' },
            source: type === 'text' ? { duration } : { end: 'source' },
          }[end];
          const begin =
            after === undefined || index === 0
              ? { start }
              : { after: `c${after}`, ...(gap === undefined ? {} : { gap }) };
          const more = {
            timeFrame: { ...begin, ...until },
            position: { x, y, z, ...(anchor ? { anchor } : {}), ...(relativeTo ? { relativeTo } : {}) },
            size: { width, height },
            transform: { rotation },
            ...(transition ? { transition } : {}),
            effects: { opacity: 0.5, ...(blend ? { blendMode: blend } : {}) },
            textProperties: { content: 'a', fontSize, color: '#ffffff' },
          };
          return type === 'text'
            ? text(`c${index}`, more)
            : media(`c${index}`, type, { ...more, size: { width: 100, height: 80 } });
        }),
      ),
    );
    let [made, refused] = [0, 0];
    fc.assert(
      fc.property(
        project,
        fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
        fc.constantFrom(9000, 'auto'),
        (plain, at, duration) => {
          const before = { ...plain, metadata: { ...plain.metadata, duration } } as Document;
          if (E.isLeft(placesOf(before))) return;
          const after = group(before, ...at.map((index) => `c${index}`));
          if (E.isLeft(after)) {
            refused += 1;
            expect(after.left).to.match(/^These clips cannot be grouped.*: \S.*[^.]\.$/);
            return;
          }
          made += 1;
          expectSame(before, after.right.document);
          const free = ungroup(after.right.document, after.right.ids[0] ?? '');
          if (E.isRight(free)) expectSame(before, free.right.document);
          else expect(free.left).to.match(/cannot be dissolved: \S.*[^.]\.$/);
        },
      ),
      { numRuns: LONG ? 300 : 100 },
    );
    expect([made > 20, refused > 20], `${made} made, ${refused} refused`).to.deep.equal([true, true]);
  });

  it('are refused where they would change the picture', () => {
    const at = (z: number, more: object = {}) => ({ position: { x: 0, y: 0, z }, ...more });
    const between = documentOf(text('a', at(0)), text('between', at(1)), text('b', at(2)));
    const reasonOf = (document: Document): string => {
      const outcome = group(document, 'a', 'b');
      return E.isLeft(outcome) ? outcome.left : 'grouped';
    };
    expect(reasonOf(between)).to.match(/would be above or below other clips/);
    const later = { timeFrame: { start: 5000, end: 6000 } };
    expect(reasonOf(documentOf(text('a', at(0)), text('between', at(1, later)), text('b', at(2))))).to.equal(
      'grouped',
    );
    const masked = { effects: { mask: { clip: 'm' } } };
    expect(reasonOf(documentOf(text('m'), text('a', masked), text('b')))).to.match(
      /“m” is the mask of “a”: select both/,
    );
    expect(reasonOf(documentOf(text('a', { effects: { blendMode: 'screen' } }), text('b')))).to.match(
      /“a” is blended/,
    );
    expect(group(between)).to.have.property('left').that.contains('Select');
  });

  it('are dissolved only if they do nothing to their clips, which end with them', () => {
    const inner = [text('a'), text('b', { timeFrame: { start: 0, end: 'video' } })];
    const plain = {
      id: 'g',
      type: 'group',
      timeFrame: { start: 500, end: 2000 },
      position: { x: 7, y: 0, z: 5 },
      size: { width: 300, height: 100 },
      clips: inner,
    };
    const before = documentOf(plain);
    const { document, ids } = rightOf(ungroup(before, 'g'));
    expect(ids).to.deep.equal(['a', 'b']);
    expect(document.clips[0]).to.deep.include({
      timeFrame: { start: 1500, end: 2000 },
      position: { x: 17, y: 20, z: 5 },
    });
    expectSame(before, document);
    const reasonOf = (more: object): string => {
      const outcome = ungroup(documentOf({ ...plain, ...more }), 'g');
      return E.isLeft(outcome) ? outcome.left : 'dissolved';
    };
    for (const [more, reason] of [
      [{ effects: { opacity: 0.5 } }, /has effects of its own/],
      [{ transform: { rotation: 10 }, volume: 0.5 }, /has rotation, volume of its own/],
      [{ transition: { in: { type: 'fade' } } }, /has transition of its own/],
      [{ clip: true }, /has clip of its own/],
      [{ clips: [text('a', { effects: { blendMode: 'screen' } })] }, /is blended/],
      [{ clips: [text('a', { timeFrame: { start: 1500, end: 2000 } })] }, /begins when it has ended/],
      [{ clips: [text('a', { transition: { out: { type: 'fade' } } })] }, /would have other times/],
      [{ clips: [text('a', { position: { x: '50%', y: 0 } })] }, /another place/],
      [{ size: { width: 300.5, height: 100 } }, /whole pixels/],
    ] as const)
      expect(reasonOf(more), JSON.stringify(more)).to.match(reason);
    expect(ungroup(documentOf(text('a')), 'a'))
      .to.have.property('left')
      .that.contains('Select');
  });
});
