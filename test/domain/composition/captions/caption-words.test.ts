import { expect } from 'chai';
import {
  wantsTranscription,
  withSpokenWords,
} from '../../../../domain/composition/captions/caption-words.js';
import { ofResolved } from '../../../support/examples.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const resolved = (metadata: object, clips: ReadonlyArray<object>) =>
  resolvedOf(compositionOf(metadata, clips));
const caption = (words: object[], timeFrame: object) => ({
  type: 'caption',
  timeFrame,
  captionProperties: { words, highlightTextProperties: {}, nonHighlightTextProperties: {} },
});
const spoken = [
  { word: 'one', start: 0, end: 900 },
  { word: 'two', start: 1000, end: 1900 },
  { word: 'three', start: 2500, end: 3000 },
];

describe('Spoken words', () => {
  it("fill every caption clip without words, in the clip's own time, and leave the others unchanged", () => {
    const composition = resolved({ duration: 5000 }, [
      caption([], { start: 500, end: 2700 }),
      caption([], { start: 1000, end: 5000, offset: 200 }),
      caption([{ word: 'mine', start: 0, end: 1 }], { start: 0, end: 5000 }),
    ]);
    expect(wantsTranscription(composition)).to.equal(true);
    const words = withSpokenWords(composition, spoken, 'x').map((clip) =>
      ofResolved('caption', clip).captionProperties.words.map(({ word, start, end }) => [word, start, end]),
    );
    expect(words).to.deep.equal([
      [
        ['one', 0, 400],
        ['two', 500, 1400],
        ['three', 2000, 2200],
      ],
      [
        ['two', 200, 1100],
        ['three', 1700, 2200],
      ],
      [['mine', 0, 1]],
    ]);
  });

  it('become a caption clip on top, at the bottom of the canvas, if there is no caption clip', () => {
    const composition = resolved({ duration: 5000, canvas: { width: 1080, height: 1920 } }, [
      { type: 'text', timeFrame: { start: 0, end: 1 }, position: { z: 7 }, textProperties: { content: '' } },
    ]);
    const [, added, ...more] = withSpokenWords(composition, spoken, 'fresh');
    expect(more).to.deep.equal([]);
    expect(added).to.deep.include({ id: 'fresh', type: 'caption', timeFrame: { start: 0, end: 5000 } });
    expect(added?.position.z).to.equal(8);
    const bottom = (added?.position.y ?? 0) + (added?.size.height ?? 0);
    expect(bottom).to.be.within(1700, 1920);
    expect((added?.position.x ?? 0) * 2 + (added?.size.width ?? 0)).to.be.closeTo(1080, 1);
    expect(ofResolved('caption', added).captionProperties.words).to.deep.equal(spoken);
  });

  it('change nothing if nothing is spoken or all captions have words', () => {
    const silent = resolved({ duration: 5000 }, []);
    expect(withSpokenWords(silent, [], 'x')).to.deep.equal([]);
    const full = resolved({ duration: 5000 }, [
      caption([{ word: 'mine', start: 0, end: 1 }], { start: 0, end: 5000 }),
    ]);
    expect(wantsTranscription(full)).to.equal(false);
  });
});
