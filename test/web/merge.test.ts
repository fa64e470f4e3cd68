import { expect } from 'chai';
import { type Document, edit, editingOf } from '../../web/src/editor/document.js';
import { merge, rebased } from '../../web/src/editor/saving/merge.js';
import { completed } from '../../web/src/editor/resolved-document.js';
import { documentWith, textClip } from '../support/web/editor-documents.js';

describe('editor: merging changes of two sides', () => {
  const base = documentWith('Base', textClip('a', 1), textClip('b', 1));

  it('takes what only one side changed from that side', () => {
    const own = documentWith('Base', textClip('a', 2), textClip('b', 1));
    const stored = documentWith('Renamed', textClip('a', 1), textClip('b', 3));
    const merged = merge(base, own, stored, 'own');
    expect(merged.overlaps).to.deep.equal([]);
    expect(merged.document).to.deep.equal(documentWith('Renamed', textClip('a', 2), textClip('b', 3)));
  });

  it('keeps clips that one side added and drops those that one side deleted', () => {
    const own = documentWith('Base', textClip('a', 1), textClip('b', 1), textClip('mine', 1));
    const stored = documentWith('Base', textClip('b', 1), textClip('theirs', 1));
    const ids = merge(base, own, stored, 'own').document.clips.map(({ id }) => id);
    expect(ids).to.have.members(['b', 'mine', 'theirs']);
  });

  it('names what both sides changed, and keeps the preferred form', () => {
    const own = documentWith('Base', textClip('a', 2), textClip('b', 1));
    const stored = documentWith('Base', textClip('a', 3), textClip('b', 1));
    expect(merge(base, own, stored, 'own').overlaps).to.deep.equal(['position of clip a']);
    expect(merge(base, own, stored, 'own').document).to.deep.equal(own);
    expect(merge(base, own, stored, 'stored').document).to.deep.equal(stored);
  });

  it('takes different fields of one clip from both sides, and its times from one', () => {
    const changed = (more: object, content = 'a') =>
      documentWith('Base', { ...textClip('a', 1), ...more, textProperties: { content, fontSize: 20 } });
    const before = changed({});
    const own = changed({ position: { x: 9 } }, 'mine');
    const stored = documentWith('Base', {
      ...textClip('a', 1),
      textProperties: { content: 'a', fontSize: 30 },
      effects: { opacity: 0.5 },
    });
    const { document, overlaps } = merge(before, own, stored, 'own');
    expect(overlaps).to.deep.equal([]);
    expect(document.clips[0]).to.deep.include({
      position: { x: 9 },
      textProperties: { content: 'mine', fontSize: 30 },
      effects: { opacity: 0.5 },
    });
    const times = (start: number, end: number) => changed({ timeFrame: { start, end } });
    const timed = merge(before, times(500, 1000), times(0, 400), 'own');
    expect(timed.overlaps).to.deep.equal(['time frame of clip a']);
    expect(timed.document.clips[0]?.timeFrame).to.deep.equal({ start: 500, end: 1000 });
    expect(merge(before, changed({}, 'mine'), changed({}, 'theirs'), 'own').overlaps).to.deep.equal([
      'content of clip mine',
    ]);
  });

  it('takes the lines of a caption that each side changed, and asks about a line that both did', () => {
    /** A caption of lines of two words. */
    const said = (numbered: boolean, ...lines: ReadonlyArray<string>) =>
      documentWith('Base', {
        id: 'said',
        type: 'caption',
        timeFrame: { start: 0, end: 4000 },
        captionProperties: {
          words: lines.flatMap((text, line) =>
            text.split(' ').map((word, index) => ({
              word,
              start: line * 1000 + index * 100,
              end: line * 1000 + index * 100 + 100,
              ...(numbered ? { line } : {}),
            })),
          ),
        },
      });
    const merges = (before: Document, mine: Document, theirs: Document, both: Document): void => {
      expect(merge(before, mine, theirs, 'own')).to.deep.equal({ document: both, overlaps: [] });
      expect(merge(before, theirs, mine, 'own')).to.deep.equal({ document: both, overlaps: [] });
    };
    const before = said(true, 'one two', 'three four', 'five six');
    const spelled = said(true, 'One two', 'three four', 'five six');
    const more = said(true, 'one two', 'three and four', 'five six');
    merges(before, spelled, more, said(true, 'One two', 'three and four', 'five six'));
    // The first correction of captions numbers their lines.
    const other = said(true, 'one two', 'three 4', 'five six');
    merges(
      said(false, 'one two', 'three four', 'five six'),
      spelled,
      other,
      said(true, 'One two', 'three 4', 'five six'),
    );
    expect(merge(before, more, other, 'own')).to.deep.equal({
      document: more,
      overlaps: ['words of clip one two three and four five six'],
    });
  });

  it('asks about a clip that one side deleted and the other changed', () => {
    const own = documentWith('Base', textClip('b', 1));
    const stored = documentWith('Base', textClip('a', 5), textClip('b', 1));
    expect(merge(base, own, stored, 'own').overlaps).to.deep.equal(['clip a']);
    expect(merge(base, own, stored, 'own').document).to.deep.equal(own);
    expect(merge(base, own, stored, 'stored').document).to.deep.equal(stored);
  });

  it('keeps the order that one side made, puts new clips where they were, and asks about two orders', () => {
    const order = (...ids: ReadonlyArray<string>) =>
      documentWith('Base', ...ids.map((id) => textClip(id, 1)));
    const abc = order('a', 'b', 'c');
    const merged = merge(abc, order('a', 'new', 'b', 'c'), order('c', 'a', 'b'), 'own');
    expect(merged).to.deep.equal({ document: order('c', 'a', 'new', 'b'), overlaps: [] });
    expect(merge(abc, order('b', 'a', 'c'), order('a', 'b', 'more', 'c'), 'own')).to.deep.equal({
      document: order('b', 'more', 'a', 'c'),
      overlaps: [],
    });
    const two = merge(abc, order('b', 'a', 'c'), order('a', 'c', 'b'), 'stored');
    expect(two).to.deep.equal({ document: order('a', 'c', 'b'), overlaps: ['the order of the clips'] });
  });

  it('does not take defaults that the service filled in for changes', () => {
    const own = documentWith('Base', textClip('a', 1), {
      ...textClip('b', 1),
      textProperties: { content: 'mine' },
    });
    const stored = completed(documentWith('Renamed', textClip('a', 1), textClip('b', 1)));
    const { document, overlaps } = rebased(base, own, stored, 'own');
    expect(overlaps).to.deep.equal([]);
    expect(document.metadata.name).to.equal('Renamed');
    expect(document.clips[1]).to.have.nested.property('textProperties.content', 'mine');
  });

  it('asks about clips that both sides added under the same id, which only JSON that was typed can have', () => {
    const added = (x: number) => documentWith('Base', ...base.clips, textClip('typed', x));
    const { document, overlaps } = rebased(base, added(1), completed(added(2)), 'own');
    expect(overlaps).to.deep.equal(['clip typed']);
    expect(document.clips.map(({ position }) => position?.x)).to.deep.equal([1, 1, 1]);
    expect(rebased(base, added(1), completed(added(1)), 'own').overlaps).to.deep.equal([]);
  });

  it('is undone without taking back what others changed', () => {
    const own = documentWith('Base', textClip('a', 2), textClip('b', 1));
    const stored = documentWith('Renamed', textClip('a', 1), textClip('b', 1));
    const rebase = (earlier: Document) => merge(base, earlier, stored, 'own').document;
    let editing = edit(editingOf(base), { _tag: 'Edited', document: own });
    editing = edit(editing, { _tag: 'Merged', rebase });
    expect(editing.present).to.deep.equal(documentWith('Renamed', textClip('a', 2), textClip('b', 1)));
    expect(edit(editing, { _tag: 'Undone' }).present).to.deep.equal(stored);
  });
});
