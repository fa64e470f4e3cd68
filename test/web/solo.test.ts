import { expect } from 'chai';
import type { Document } from '../../web/src/editor/document.js';
import { placesOf } from '../../web/src/editor/places.js';
import { withSolo } from '../../web/src/editor/timeline/solo.js';
import { rightOf } from '../support/right-of.js';

const clip = (id: string, type: string, more: object = {}) => ({
  id,
  type,
  timeFrame: { start: 1000, end: 3000 },
  ...(type === 'text' ? { textProperties: { content: id } } : { source: `https://media.example.org/${id}` }),
  ...more,
});

const volume = {
  property: 'volume',
  points: [
    { time: 0, value: 1 },
    { time: 500, value: 0.5 },
  ],
};
const turn = {
  property: 'transform.rotation',
  points: [
    { time: 0, value: 0 },
    { time: 500, value: 90 },
  ],
};

const document = {
  metadata: { name: 'Solo', duration: 4000 },
  clips: [
    clip('film', 'video', { keyframes: [volume, turn] }),
    clip('photo', 'image'),
    clip('title', 'text', { timeFrame: { after: 'photo', duration: 500 } }),
    clip('song', 'audio'),
    clip('voice', 'audio'),
  ],
} as unknown as Document;
const places = rightOf(placesOf(document));

const solo = (...ids: ReadonlyArray<string>): Document => withSolo(document, new Set(ids), places);
const idsOf = ({ clips }: Document) => clips.map(({ id }) => id);

describe('tracks that are solo', () => {
  it('leave the document as it is while there are none, or none that exist', () => {
    expect(solo()).to.equal(document);
    expect(solo('gone')).to.equal(document);
  });

  it('are the only pictures, at their times, and all sounds stay', () => {
    const after = solo('title');
    expect(idsOf(after)).to.deep.equal(['title', 'song', 'voice']);
    const [title] = rightOf(placesOf(after)).clips;
    expect(title).to.include({ start: 3000, end: 3500 });
  });

  it('are the only sounds, and all pictures stay, videos without their sound', () => {
    const after = solo('song');
    expect(idsOf(after)).to.deep.equal(['film', 'photo', 'title', 'song']);
    expect(after.clips[0]).to.deep.include({ volume: 0, keyframes: [turn] });
    expect(rightOf(placesOf(after)).clips).to.have.length(4);
  });

  it('are seen and heard together, a picture and a sound', () => {
    expect(idsOf(solo('film', 'song'))).to.deep.equal(['film', 'song']);
    expect(solo('film', 'song').clips[0]).to.equal(document.clips[0]);
  });
});
