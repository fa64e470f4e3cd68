import { expect } from 'chai';
import * as fc from 'fast-check';
import { mergePatch } from '../../domain/codec/merge-patch.js';
import { labelOfClip } from '../../web/src/editor/clip-label.js';
import { type Document, edit, type Editing, editingOf } from '../../web/src/editor/document.js';
import { packedHistory, unpackedHistory } from '../../web/src/editor/saving/packed-history.js';
import { placeOfPath } from '../../web/src/editor/json/json-places.js';
import { mergePatchBetween } from '../../web/src/editor/saving/merge-patch.js';
import { documentWith, textClip } from '../support/web/editor-documents.js';

describe('editor: the patch it sends', () => {
  it('turns any object into any other', () => {
    // A merge patch can't set a field to null.
    const json = fc.dictionary(
      fc.string({ maxLength: 3 }),
      fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('null')),
    );
    fc.assert(
      fc.property(json, json, (before, after) => {
        const copy = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
        const [from, to] = [copy(before), copy(after)];
        expect(mergePatch(from, mergePatchBetween(from, to))).to.deep.equal(to);
      }),
      { examples: [[{}, JSON.parse('{ "a": { "__proto__": { "b": 1 } } }')]] },
    );
  });
});

describe('editor: undo and redo', () => {
  it('undoes the steps of one gesture together', () => {
    const [start, ...moves] = [1, 2, 3].map((x) => documentWith('Base', textClip('a', x)));
    let editing = editingOf(start!);
    for (const document of moves) editing = edit(editing, { _tag: 'Edited', document, gesture: 'move a' });
    editing = edit(editing, { _tag: 'Undone' });
    expect(editing.present).to.deep.equal(start);
    expect(edit(editing, { _tag: 'Redone' }).present).to.deep.equal(moves.at(-1));
  });

  it('keeps similar gestures separate', () => {
    const [start, first, second] = [1, 2, 3].map((x) => documentWith('Base', textClip('a', x)));
    let editing = editingOf(start!);
    editing = edit(editing, { _tag: 'Edited', document: first!, gesture: 'move a' });
    editing = edit(editing, { _tag: 'GestureEnded' });
    editing = edit(editing, { _tag: 'Edited', document: second!, gesture: 'move a' });
    expect(edit(editing, { _tag: 'Undone' }).present).to.deep.equal(first);
  });

  it('makes the video longer for a clip that is moved past its end, in the same step', () => {
    const at = (start: number, end: number) =>
      documentWith('Base', { ...textClip('a', 0), timeFrame: { start, end } });
    const start = at(0, 1000);
    const { duration } = start.metadata;
    const edited = (editing: Editing, document: Document): Editing =>
      edit(editing, { _tag: 'Edited', document, gesture: 'slide a' });
    const further = edited(edited(editingOf(start), at(9000, 10_000)), at(8000, 9000));
    expect(further.present.metadata.duration).to.equal(9000);
    const { clips } = at(0, 11_000);
    expect(
      edited(further, { ...further.present, clips }).present.metadata.duration,
      'as it is typed',
    ).to.equal(11_000);
    expect(edit(further, { _tag: 'Undone' }).present).to.deep.equal(start);
    expect(edited(further, start).present.metadata.duration).to.equal(duration);
    const longer = editingOf(at(0, 60_000)); // the end of a music that nobody hears
    expect(edited(longer, at(100, 60_100)).present.metadata.duration).to.equal(duration);
    const shorter = { ...at(0, 2000), metadata: { ...start.metadata, duration: 1500 } };
    expect(edited(editingOf(start), shorter).present).to.deep.equal(shorter);
  });
});

describe('editor: the history that survives a reload', () => {
  const steps = Array.from({ length: 40 }, (_, x) =>
    documentWith('Base', textClip('a', x), textClip('b', 0)),
  );
  const [start, ...moves] = steps;
  const moved = moves.reduce(
    (editing, document) => edit(editing, { _tag: 'Edited', document }),
    editingOf(start!),
  );
  const taken = edit(edit(moved, { _tag: 'Undone' }), { _tag: 'Undone' });

  it('undoes and redoes as before the reload', () => {
    const text = packedHistory(taken, 100_000) ?? '';
    expect(unpackedHistory(text, taken.present)).to.deep.equal(taken);
  });

  it('also undoes changes after those of others were merged', () => {
    const text = packedHistory(taken, 100_000) ?? '';
    const theirs = documentWith('Theirs', textClip('a', 7));
    const { past, present, future } = unpackedHistory(text, theirs);
    expect([past.at(-1), present, future]).to.deep.equal([taken.present, theirs, []]);
  });

  it('keeps the latest changes if there is no room for all', () => {
    const text = packedHistory(taken, 4000) ?? '';
    expect(text.length).to.be.at.most(4000);
    const { past } = unpackedHistory(text, taken.present);
    expect(past).to.deep.equal(taken.past.slice(-past.length)).and.to.not.have.length(0);
    expect(packedHistory(taken, 10)).to.equal(undefined);
  });
});

describe('editor: the displayed name of a clip', () => {
  const id = '01a2021d-21a5-7000-8000-1484417721d9';
  const labelOf = (fields: object) =>
    labelOfClip({ id, timeFrame: { start: 0, end: 1 }, ...fields } as unknown as Parameters<
      typeof labelOfClip
    >[0]);

  it('is its name or what it contains, and never its id', () => {
    const text = { type: 'text', textProperties: { content: ' A long\n text'.repeat(9) } };
    expect(labelOf({ ...text, name: 'Title' })).to.equal('Title');
    expect(labelOf({ type: 'shape', shapeProperties: { shape: 'star' }, id: 'badge' })).to.equal('Star');
    expect(labelOf({ type: 'image', source: `asset:${id}`, id: 'photo-4' })).to.equal('Image');
    expect(labelOf(text)).to.equal('A long text A long text A long text A l…');
    expect(labelOf({ type: 'video', source: 'https://a.example/b/film.mp4?x=1' })).to.equal('film.mp4');
    expect(labelOf({ type: 'image', svg: '<svg/>' })).to.equal('Image');
    const words = [{ word: 'two' }, { word: 'words' }];
    expect(labelOf({ type: 'caption', captionProperties: { words } })).to.equal('two words');
  });
});

describe('editor: places of problems in JSON', () => {
  const document = documentWith('Base', textClip('a', 1), textClip('b', 1));
  const found = (text: string, path: string): unknown => {
    const { from, to } = placeOfPath(text, path);
    return text.slice(from, to);
  };

  it('are those of a field, or of the longest part of its path, in every layout', () => {
    for (const indent of [0, 2, '\t']) {
      const text = JSON.stringify(document, null, indent);
      expect(found(text, 'metadata.duration')).to.match(/^"duration": ?1000$/);
      expect(found(text, 'clips[1].position.x')).to.match(/^"x": ?1$/);
      expect(placeOfPath(text, 'clips[1].position.x').from).to.be.greaterThan(text.indexOf('"b"'));
      expect(found(text, 'clips[1].position.y')).to.equal(found(text, 'clips[1].position'));
      expect(found(text, 'clips[2]')).to.match(/^"clips"/);
      expect(found(text, '')).to.equal(text);
    }
  });

  it('are found where a line has several fields', () =>
    expect(found('{ "metadata": { "name": "A", "foo": 1 } }', 'metadata.foo')).to.equal('"foo": 1'));
});

describe('editor: texts with spans or a counter', () => {
  const changed = (before: object, after: object): object => {
    const documentOf = (textProperties: object) =>
      documentWith(
        'Base',
        { ...textClip('a', 0), textProperties },
        { id: 'g', type: 'group', timeFrame: {}, clips: [{ ...textClip('b', 0), textProperties }] },
      );
    const { present } = edit(editingOf(documentOf(before)), { _tag: 'Edited', document: documentOf(after) });
    const [own, group] = present.clips as unknown as [
      { textProperties: object },
      { clips: [{ textProperties: object }] },
    ];
    expect(group.clips[0].textProperties).to.deep.equal(own.textProperties);
    return own.textProperties;
  };
  const spans = [{ text: 'Hello ' }, { text: 'bold', fontWeight: 700 }, { text: ' 😀' }];
  const content = 'Hello bold 😀';

  it('put what is typed into the spans', () => {
    const typed = (text: string) =>
      (
        changed({ content, spans }, { content: text, spans }) as { spans: ReadonlyArray<{ text: string }> }
      ).spans.map((span) => span.text);
    expect(typed('Hello bolder 😀')).to.deep.equal(['Hello ', 'bolder', ' 😀']);
    expect(typed('Hello big 😀')).to.deep.equal(['Hello ', 'big', ' 😀']);
    expect(typed('Oh, hello bold 😁')).to.deep.equal(['Oh, hello bold 😁']);
    expect(typed('Hello bold 😁')).to.deep.equal(['Hello ', 'bold', ' 😁']);
    expect(typed('Hello')).to.deep.equal(['Hello']);
    expect(typed('')).to.deep.equal(['']);
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 4 }) }), { minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (list, text) => {
          const result = changed(
            { content: list.map((span) => span.text).join(''), spans: list },
            { content: text, spans: list },
          ) as { spans: typeof list };
          expect(result.spans.map((span) => span.text).join('')).to.equal(text);
        },
      ),
    );
  });

  it('take their content from changed spans, and that of counters from the service', () => {
    const more = [...spans, { text: '!' }];
    expect(changed({ content, spans }, { content, spans: more })).to.deep.equal({
      content: `${content}!`,
      spans: more,
    });
    const counter = { to: 15 };
    expect(changed({ content: '12', counter: { to: 12 } }, { content: '12', counter })).to.deep.equal({
      counter,
    });
  });
});
