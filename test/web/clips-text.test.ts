import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { clipsText, withPasted } from '../../web/src/editor/clipboard/clips-text.js';
import type { Document } from '../../web/src/editor/document.js';
import { type Places, placesOf, problemsOf } from '../../web/src/editor/places.js';
import { rightOf } from '../support/right-of.js';
import { stems } from '../support/web/editor-documents.js';

const size = { width: 100, height: 100 };
const text = (id: string, more: object = {}) => ({
  id,
  type: 'text',
  timeFrame: { start: 1000, end: 3000 },
  position: { x: 10, y: 20, z: 3 },
  textProperties: { content: id, fontSize: 20, color: '#ffffff' },
  ...more,
});
const sound = (id: string, more: object = {}) => ({
  id,
  type: 'audio',
  source: 'https://media.example.org/a.mp3',
  timeFrame: { start: 500, end: 2500 },
  ...more,
});
const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name: 'a', duration: 9000 }, clips }) as unknown as Document;
const placed = (document: Document): Places => rightOf(placesOf(document));

const copied = (document: Document, ids: ReadonlyArray<string>, video = 'here'): string =>
  clipsText(video, document, ids, placed(document)) ?? '';
const pasted = (document: Document, on: string, ms: number) => rightOf(withPasted(on, 'here', document, ms));

describe('editor: clips on the clipboard', () => {
  it('are pasted at the playhead under fresh ids, as far apart as they were, in their layers', () => {
    const document = documentOf(text('a'), text('b', { timeFrame: { start: 1500, duration: 700 } }));
    const { document: after, ids } = pasted(document, copied(document, ['b', 'a']), 4000.7);
    expect(stems(after.clips)).to.deep.equal(['a', 'b', 'a*', 'b*']);
    expect(ids).to.deep.equal(after.clips.slice(2).map(({ id }) => id));
    expect(after.clips.slice(0, 2)).to.deep.equal(document.clips);
    const [first, second] = after.clips.slice(2);
    expect(first?.timeFrame).to.include({ start: 4000, end: 6000 });
    expect(second?.timeFrame).to.deep.equal({ start: 4500, duration: 700 });
    expect(first?.position).to.include({ x: 10, y: 20, z: 3 });
    expect(after.metadata.duration).to.equal(9000);
    const late = pasted(document, copied(document, ['a']), 8000).document;
    expect(late.metadata.duration, 'the video ends before it').to.equal(10_000);
  });

  it('keep the references among them, and those to clips of the same video', () => {
    const document = documentOf(
      sound('voice'),
      text('a', { effects: { mask: { clip: 'b' }, opacity: 0.5 } }),
      text('b', { timeFrame: { after: 'a', gap: 100, duration: 500 } }),
      {
        id: 'w',
        type: 'waveform',
        size,
        timeFrame: { start: 0, end: 900 },
        waveformProperties: { clip: 'voice' },
      },
    );
    const { document: after } = pasted(document, copied(document, ['a', 'b', 'w']), 5000);
    const [a, b, w] = after.clips.slice(4);
    expect(a?.effects?.mask?.clip).to.equal(b?.id);
    expect(b?.timeFrame).to.include({ after: a?.id, gap: 100 });
    expect(w).to.have.nested.property('waveformProperties.clip', 'voice');
    expect(placed(after).clips.find(({ id }) => id === b?.id)).to.include({ start: 8100, end: 8600 });
  });

  it('lose what they name elsewhere, and go on top, in another video', () => {
    const document = documentOf(
      sound('voice'),
      text('a'),
      text('b', {
        timeFrame: { after: 'a', gap: 100, duration: 500 },
        effects: { mask: { clip: 'a' }, opacity: 0.5 },
      }),
      sound('music', { duck: { when: ['voice'] } }),
      {
        id: 'w',
        type: 'waveform',
        size,
        timeFrame: { start: 0, end: 900 },
        waveformProperties: { clip: 'voice' },
      },
    );
    // These ids are there by chance only.
    const other = documentOf(text('a', { position: { x: 0, y: 0, z: 8 } }), sound('voice'));
    const { document: after } = pasted(other, copied(document, ['b', 'music', 'w'], 'there'), 600);
    expect(stems(after.clips)).to.deep.equal(['a', 'voice', 'b*', 'music*']);
    const [b, music] = after.clips.slice(2);
    expect(b?.timeFrame).to.deep.equal({ start: 3200, duration: 500 });
    expect(b?.effects).to.deep.equal({ opacity: 0.5 });
    expect(b?.position?.z).to.equal(12);
    expect(music?.timeFrame).to.include({ start: 600, end: 2600 });
    expect(music).not.to.have.property('duck');

    const alone = withPasted(copied(document, ['w'], 'there'), 'here', other, 0);
    expect(alone).to.have.nested.property('left').that.contains('sound');
  });

  it('come from groups with all that is inside, whose times are those of the group', () => {
    const inner = [text('in'), text('next', { timeFrame: { after: 'in', duration: 100 } })];
    const group = { id: 'g', type: 'group', size, timeFrame: { start: 2000, end: 4000 }, clips: inner };
    const document = documentOf(group, text('other'));
    const { document: after } = pasted(document, copied(document, ['g']), 0);
    const [, , copy] = after.clips;
    const [first, next] = copy?.type === 'group' ? copy.clips : [];
    expect(stems([{ id: first?.id }, { id: next?.id }])).to.deep.equal(['in*', 'next*']);
    expect(next?.timeFrame.after).to.equal(first?.id);
    expect(copy?.timeFrame).to.include({ start: 0, end: 2000 });
  });

  it('keep a document valid and its other clips unchanged, whichever are copied to whatever video', () => {
    const document = documentOf(
      text('a', { timeFrame: { start: 0, end: 500 } }),
      // Where it starts, the gap would lead to before the beginning.
      text('b', { timeFrame: { after: 'a', gap: -900, duration: 500 }, effects: { mask: { clip: 'a' } } }),
      text('c', { timeFrame: { after: 'b', end: 'video' } }),
      sound('d', { duck: { when: ['e'] } }),
      sound('e'),
    );
    const all = document.clips.map(({ id }) => id);
    const starts = new Map(
      placed(document).clips.map(({ id, start, end }) => [id, { start, length: end - start }]),
    );
    fc.assert(
      fc.property(
        fc.subarray(all, { minLength: 1 }),
        fc.subarray(all),
        fc.boolean(),
        fc.integer({ min: 0, max: 8999 }),
        (ids, there, isSame, ms) => {
          const target = documentOf(...document.clips.filter(({ id }) => there.includes(id) || id === 'a'));
          if (E.isLeft(placesOf(target))) return;
          const { document: after, ids: fresh } = pasted(
            target,
            copied(document, ids, isSame ? 'here' : 'there'),
            ms,
          );
          expect(problemsOf(after)).to.deep.equal([]);
          expect(after.clips.slice(0, target.clips.length)).to.deep.equal(target.clips);
          const sources = all.filter((id) => ids.includes(id));
          const earliest = Math.min(...sources.map((id) => starts.get(id)?.start ?? 0));
          for (const [index, id] of fresh.entries()) {
            const was = starts.get(sources[index] ?? '');
            expect(placed(after).clips.find((one) => one.id === id)?.start).to.equal(
              (was?.start ?? 0) - earliest + ms,
            );
          }
        },
      ),
    );
  });

  it('are nothing if none is selected', () => {
    const document = documentOf(text('a'));
    expect(clipsText('here', document, ['gone'], placed(document))).to.equal(undefined);
  });
});

describe('editor: hostile or foreign text on the clipboard', () => {
  const document = documentOf(text('a'));
  const refused = (on: string): string => {
    const outcome = withPasted(on, 'here', document, 0);
    return E.isLeft(outcome) ? outcome.left : `accepted ${JSON.stringify(outcome.right)}`;
  };
  const good = JSON.parse(copied(document, ['a'])) as Record<string, unknown>;
  const withClip = (clip: object): string => JSON.stringify({ ...good, clips: [{ ...text('a'), ...clip }] });

  it('is refused with a reason', () => {
    for (const on of [
      '',
      'some words',
      'null',
      '[]',
      '{"clips":[]}',
      '"framewright"',
      JSON.stringify({ ...good, clips: [] }),
    ])
      expect(refused(on), on).to.match(/contains no clips/);
    for (const on of [
      JSON.stringify({ ...good, clips: 'none' }),
      JSON.stringify({ ...good, starts: [{ id: 'a', start: -1 }] }),
      JSON.stringify({ ...good, more: 1 }),
      withClip({ type: 'script' }),
      withClip({ source: 5 }),
      withClip({ timeFrame: { start: 5, end: 4 } }),
      withClip({ timeFrame: { start: 0, end: 4, after: 'a' } }),
      withClip({ onclick: 'alert(1)' }),
      `${JSON.stringify(good).slice(0, -1)},"__proto__":{"polluted":true}}`,
    ])
      expect(refused(on), on).to.match(/cannot be pasted here: \S/);
    expect(refused(`"${'x'.repeat(2_000_000)}"`)).to.match(/more than a video can have/);
    expect({}).not.to.have.property('polluted');
  });

  it('is refused where groups are nested without end', () => {
    const opening = '{"type":"group","timeFrame":{"end":9},"clips":[';
    const nested = opening.repeat(12_000) + ']}'.repeat(12_000);
    const on = `{"framewright":"clips","video":"x","starts":[],"clips":[${nested}]}`;
    expect(refused(on)).to.match(/cannot be pasted here: .*nested/);
  });

  it('is refused while the video itself has problems', () => {
    const broken = documentOf(text('a', { timeFrame: {} }));
    expect(withPasted(JSON.stringify(good), 'here', broken, 0))
      .to.have.property('left')
      .that.contains('Correct');
  });
});
