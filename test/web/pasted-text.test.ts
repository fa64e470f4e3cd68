import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { wordsOfText } from '../../web/src/editor/add/transcript-words.js';
import { withPastedText } from '../../web/src/editor/clipboard/pasted-text.js';
import { placesOf } from '../../web/src/editor/places.js';
import type { Document } from '../../web/src/editor/document.js';
import { rightOf } from '../support/right-of.js';

const SRT = '1\n00:00:00,500 --> 00:00:02,000\nHello there\n\n2\n00:00:02,500 --> 00:00:04,000\nGoodbye\n';

const style = { fontSize: 20, color: '#ffffff' };
const captions = {
  id: 'said',
  type: 'caption',
  timeFrame: { start: 1000, end: 5000 },
  captionProperties: {
    subtitles: { source: 'https://media.example.org/a.srt' },
    highlightTextProperties: style,
    nonHighlightTextProperties: style,
  },
};
const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name: 'a', duration: 9000 }, clips }) as unknown as Document;

const pasted = (text: string, document: Document, ...selection: ReadonlyArray<string>) =>
  withPastedText(text, { document, selection, places: rightOf(placesOf(document)) }, 2000.4);

describe('editor: text of other programs that is pasted', () => {
  it('becomes a text clip at the playhead', () => {
    const { document, ids } = rightOf(pasted('  Made elsewhere\n', documentOf()));
    expect(document.clips).to.have.length(1);
    expect(document.clips[0]).to.deep.include({ id: ids[0], type: 'text' });
    expect(document.clips[0]).to.have.nested.property('textProperties.content', 'Made elsewhere');
    expect(document.clips[0]?.timeFrame).to.include({ start: 2000, end: 5000 });
  });

  it('becomes captions of the whole video, line by line, if it is SRT or VTT', () => {
    for (const text of [SRT, `WEBVTT\n\n${SRT.replaceAll(',', '.')}`]) {
      const { document } = rightOf(pasted(text, documentOf()));
      expect(document.clips[0]?.timeFrame).to.include({ start: 0, end: 9000 });
      expect(document.clips[0]).to.have.nested.property('captionProperties.words[0].word', 'Hello');
      expect(document.clips[0]).to.have.nested.property('captionProperties.words[2].start', 2500);
      expect(rightOf(placesOf(document)).clips).to.have.length(1);
    }
  });

  it('replaces what the selected captions say, also what they have from a file', () => {
    const document = documentOf(captions);
    const { clips } = rightOf(pasted('one three', document, 'said')).document;
    expect(clips).to.have.length(1);
    expect(clips[0])
      .to.have.nested.property('captionProperties.words')
      .that.deep.equals([
        { word: 'one', start: 0, end: 1500 },
        { word: 'three', start: 1500, end: 4000 },
      ]);
    expect(clips[0]).not.to.have.nested.property('captionProperties.subtitles');
    expect(E.isRight(placesOf({ ...document, clips }))).to.equal(true);
  });

  it('is refused with a reason: subtitles with mistakes, no words, too many', () => {
    const refused = (text: string): unknown => {
      const outcome = pasted(text, documentOf(captions), 'said');
      return E.isLeft(outcome) ? outcome.left : outcome.right;
    };
    expect(refused('1\n00:00:02,000 --> 00:99:01,000\nWrong\n')).to.match(
      /subtitles cannot be read: line \d/,
    );
    expect(refused(' \n ')).to.match(/no words/);
    expect(refused('a '.repeat(20_001))).to.match(/at most 20,000 words/);
    const long = pasted('a'.repeat(100_001), documentOf());
    expect(E.isLeft(long) && long.left).to.match(/more text than a clip can have/);
  });

  it('gives each word of a transcript its time, one after the other until the end', () => {
    const line = fc.array(fc.stringMatching(/^[a-zäß,.]{1,12}$/), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1000, max: 600_000 }),
        (lines, length) => {
          const words = rightOf(wordsOfText(lines.map((said) => said.join(' ')).join('\n'), length));
          expect(words.map(({ word }) => word)).to.deep.equal(lines.flat());
          expect(words[0]?.start).to.equal(0);
          expect(words.at(-1)?.end).to.equal(length);
          for (const [index, { start, end }] of words.entries()) {
            expect(end).to.be.at.least(start);
            expect(start).to.equal(index === 0 ? 0 : words[index - 1]?.end);
          }
        },
      ),
    );
  });
});
