import { expect } from 'chai';
import { templateVariables } from '../../domain/template/merge.js';
import { documentOf, sameDocument } from '../../web/src/editor/document.js';
import { liveChanges } from '../../web/src/editor/live-changes.js';
import { placesOf } from '../../web/src/editor/places.js';
import { merge } from '../../web/src/editor/saving/merge.js';
import { drawnDocument, shownDocument, withHidden } from '../../web/src/editor/variables/shown-document.js';
import {
  problemOfName,
  renamed,
  usesOf,
  variableIn,
  variablesOf,
  withoutUnused,
  withoutVariable,
  withVariable,
} from '../../web/src/editor/variables/template.js';
import { withValueAt } from '../../web/src/editor/value-at.js';
import { rightOf } from '../support/right-of.js';
import { documentWith, textClip } from '../support/web/editor-documents.js';

const saying = (id: string, content: string, more: object = {}) => ({
  ...textClip(id, 0),
  textProperties: { content },
  ...more,
});

/** A video with a title in two places, a size, a condition and a list. */
const template = withVariable(
  withVariable(
    withVariable(
      documentWith(
        '{{title}}: the film',
        saying('a', '{{title}}'),
        saying('b', '{{greeting|Hello}}, {{{{{{title}}', { position: { x: '{{left}}' }, when: '{{shown}}' }),
        {
          id: 'list',
          type: 'group',
          timeFrame: { start: 0, duration: 900 },
          forEach: '{{items}}',
          sequence: { gap: -100 },
          clips: [saying('item', '{{index}}: {{item.name}} {{title}}')],
        },
      ),
      'title',
      { type: 'text', default: 'Tea' },
    ),
    'left',
    { type: 'number', default: 40 },
  ),
  'items',
  { type: 'list', default: [{ name: 'Cup' }, { name: 'Pot' }] },
);

const contentsOf = ({ clips }: ReturnType<typeof shownDocument>): ReadonlyArray<unknown> =>
  clips.map((clip) =>
    clip.type === 'group'
      ? clip.clips.map((one) => (one.type === 'text' ? one.textProperties.content : ''))
      : clip.type === 'text' && clip.textProperties.content,
  );

describe('editor: templates', () => {
  it('are shown with their defaults, and all their clips once', () => {
    const shown = shownDocument(template);
    expect(shown.metadata.name).to.equal('Tea: the film');
    expect(contentsOf(shown)).to.deep.equal(['Tea', 'Hello, {{Tea', ['0: Cup Tea']]);
    expect(shown.clips[1]).to.not.have.property('when');
    expect(shown).to.not.have.property('variables');
    const places = rightOf(placesOf(template));
    expect(places.clips.map(({ label, placement }) => [label, placement?.box.x])).to.deep.include([
      'Hello, {{Tea',
      40,
    ]);
  });

  it('are shown with the placeholders of what has no value', () => {
    const document = documentWith(
      'Video',
      saying('a', '{{title}} of {{person.name}}'),
      saying('b', '{{title}}'),
    );
    expect(contentsOf(shownDocument(document))).to.deep.equal(['{{title}} of {{person.name}}', '{{title}}']);
  });

  it('keep what has no placeholders the same object, and change with a default', () => {
    const plain = documentWith('Video', saying('a', 'Tea'));
    expect(shownDocument(plain)).to.equal(plain);
    const other = saying('plain', 'Tea');
    const before = { ...template, clips: [...template.clips, other] } as typeof template;
    expect(shownDocument(before).clips.at(-1)).to.equal(other);
    expect(shownDocument(shownDocument(before))).to.equal(shownDocument(before));
    const moved = {
      ...before,
      clips: before.clips.map((one) =>
        one.id === 'plain' ? { ...other, position: { x: 5 } } : one,
      ) as never,
    };
    expect([...(liveChanges(before, moved)?.clips.keys() ?? [])]).to.deep.equal(['plain']);
    const after = withVariable(before, 'title', { default: 'Coffee' });
    expect(sameDocument(before, after)).to.equal(false);
    expect([...(liveChanges(before, after)?.clips.keys() ?? [])]).to.deep.equal(['a', 'b', 'list', 'item']);
    expect(contentsOf(shownDocument(after))[0]).to.equal('Coffee');
  });

  it('keep hidden clips in the document, and draw none', () => {
    const document = documentWith('Video', saying('a', 'Tea'), saying('b', 'Cup'));
    const hidden = withHidden(document, ['a'], true);
    expect(rightOf(placesOf(hidden)).clips).to.have.length(2);
    expect(contentsOf(drawnDocument(hidden))).to.deep.equal(['Cup']);
    expect(drawnDocument(document)).to.equal(document);
    expect(withHidden(hidden, ['a'], false)).to.deep.equal(document);
  });

  it('say where each variable is used', () => {
    expect(usesOf(template, 'title')).to.deep.equal([
      { clipId: undefined, path: 'name' },
      { clipId: 'a', path: 'textProperties.content' },
      { clipId: 'b', path: 'textProperties.content' },
      { clipId: 'list', path: 'clips[0].textProperties.content' },
    ]);
    expect(usesOf(template, 'tit')).to.deep.equal([]);
    expect(variablesOf(template).map(({ name }) => name)).to.have.members(
      'title left items greeting shown'.split(' '),
    );
  });

  it('rename a variable everywhere, and mean the same', () => {
    const after = renamed(renamed(template, 'title', 'drink'), 'greeting', 'hail');
    expect(contentsOf(shownDocument(after))).to.deep.equal(contentsOf(shownDocument(template)));
    expect(Object.keys(after.variables ?? {})).to.deep.equal(['drink', 'left', 'items']);
    expect(usesOf(after, 'title')).to.deep.equal([]);
    expect(usesOf(after, 'drink')).to.deep.equal(usesOf(template, 'title'));
    expect(renamed(renamed(after, 'drink', 'title'), 'hail', 'greeting')).to.deep.equal(template);
  });

  it('have the default in the place of a removed variable', () => {
    const after = withoutVariable(withoutVariable(template, 'title', 'Tea {{hot'), 'left', 40);
    expect(after.metadata.name).to.equal('Tea {{{{hot: the film');
    expect(after.clips[1]?.position).to.deep.equal({ x: 40 });
    expect(Object.keys(after.variables ?? {})).to.deep.equal(['items']);
    expect(withoutUnused(template, 'title')).to.equal(template);
    const none = withoutUnused(withVariable(documentWith('Video'), 'unused', { default: 1 }), 'unused');
    expect(none).to.not.have.property('variables');
  });

  it('know a value that is a variable, and names that variables can have', () => {
    expect(variableIn('{{title|Tea}}')).to.deep.equal({ name: 'title', fallback: 'Tea' });
    for (const value of ['{{title}}!', '{{item.name}}', '{{item}}', '{{{{', 'title', 5])
      expect(variableIn(value), String(value)).to.equal(undefined);
    expect(problemOfName('title', ['left'])).to.equal(undefined);
    expect(problemOfName('title', ['title'])).to.include('Another');
    for (const name of ['', 'ä', '1st', 'item', 'a b'])
      expect(problemOfName(name, []), name).to.include('letter');
  });

  it('change a value at a path', () => {
    const value = { captionProperties: { words: [{ word: 'a' }, { word: 'b' }] } };
    expect(withValueAt(value, 'captionProperties.words[1].word', 'c').captionProperties.words).to.deep.equal([
      { word: 'a' },
      { word: 'c' },
    ]);
    expect(withValueAt({}, 'effects.blur', 3)).to.deep.equal({ effects: { blur: 3 } });
  });

  it('are merged variable by variable', () => {
    const own = withVariable(template, 'title', { default: 'Coffee' });
    const stored = withVariable(template, 'left', { default: 7 });
    const merged = merge(template, own, stored, 'own');
    expect(merged.overlaps).to.deep.equal([]);
    expect(merged.document.variables).to.deep.include({
      title: { type: 'text', default: 'Coffee' },
      left: { type: 'number', default: 7 },
    });
    const both = merge(template, own, withVariable(template, 'title', { default: 'Milk' }), 'stored');
    expect(both.overlaps).to.deep.equal(['variable title']);
    expect(templateVariables(both.document as never)[0]).to.include({ name: 'title', default: 'Milk' });
    expect(documentOf({ ...template, renderOptionsInUI: [] } as never)).to.deep.equal(template);
  });
});
