import { expect } from 'chai';
import type { Document } from '../../web/src/editor/document.js';
import { withoutTime } from '../../web/src/editor/edits.js';
import { placesOf } from '../../web/src/editor/places.js';
import { lanesOf } from '../../web/src/editor/timeline/lanes.js';
import { fadeOf, withFade } from '../../web/src/editor/timeline/fades.js';
import { rightOf } from '../support/right-of.js';

const clip = (id: string, type: string, start: number, end: number, z = 0) => ({
  id,
  type,
  timeFrame: { start, end },
  position: { z },
  ...(type === 'text' ? { textProperties: { content: id } } : { source: `http://127.0.0.1:9/${id}` }),
});

const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name: 'Lanes', duration: 10_000 }, clips }) as unknown as Document;

const placed = (document: Document) => rightOf(placesOf(document));

const lanes = (...clips: ReadonlyArray<object>) =>
  lanesOf(placed(documentOf(...clips)).clips).map((lane) => lane.clips.map(({ id }) => id));

describe('the lanes of the timeline', () => {
  it('are shared by clips that do not overlap, so that 200 of them fit in a few', () => {
    expect(
      lanes(clip('a', 'text', 0, 1000), clip('b', 'text', 1000, 2000), clip('c', 'text', 500, 1500, 1)),
    ).to.deep.equal([['c'], ['a', 'b']]);
    const many = Array.from({ length: 200 }, (_, index) =>
      clip(`t${index}`, 'text', index * 40, index * 40 + 100, index),
    );
    expect(lanes(...many).length).to.be.at.most(4);
  });

  it('keep what covers something above it, pictures apart from words, and sounds below', () => {
    expect(
      lanes(
        clip('music', 'audio', 0, 4000, 9),
        clip('film', 'video', 0, 2000, 0),
        clip('title', 'text', 0, 1000, 1),
        clip('later', 'text', 2500, 3000, 0),
        clip('end', 'video', 2000, 4000, 0),
      ),
    ).to.deep.equal([['title', 'later'], ['film', 'end'], ['music']]);
  });

  it('make room for the words that are edited', () => {
    const { clips } = placed(documentOf(clip('one', 'text', 0, 1000), clip('two', 'text', 0, 1000, 1)));
    const caption = clips.map((one) => ({ ...one, type: 'caption' as const }));
    const tops = (edited?: string) => lanesOf(caption, edited).map(({ top }) => top);
    expect(tops('two')[1]).to.equal((tops()[1] ?? 0) + 32);
  });
});

describe('closing the gap of removed clips', () => {
  it('moves what comes later to the left, and shortens the video', () => {
    const document = documentOf(
      clip('a', 'text', 0, 1000),
      clip('b', 'text', 1000, 3000),
      clip('c', 'text', 3000, 4000),
      clip('over', 'text', 500, 3500, 1),
    );
    const { clips, metadata } = withoutTime(document, ['b'], placed(document));
    expect(clips.map(({ id, timeFrame: { start, end } }) => [id, start, end])).to.deep.equal([
      ['a', 0, 1000],
      ['c', 1000, 2000],
      ['over', 500, 3500],
    ]);
    expect(metadata.duration).to.equal(8000);
  });
});

describe('a fade on the timeline', () => {
  it('is the transition of what is seen, and the fade of a sound', () => {
    const { clips } = documentOf(clip('a', 'text', 0, 1000), clip('b', 'audio', 0, 1000));
    for (const one of clips) {
      const faded = withFade(one, 'out', 400);
      expect(fadeOf(faded, 'out')).to.deep.equal({ type: 'fade', duration: 400 });
      expect(fadeOf(faded, 'in').duration).to.equal(0);
      expect(fadeOf(withFade(faded, 'out', 0), 'out').duration).to.equal(0);
    }
    const [seen] = clips;
    expect(withFade(withFade(seen!, 'in', 200), 'in', 0)).to.deep.equal(seen);
  });
});
