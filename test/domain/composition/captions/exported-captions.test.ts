import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { captionsOfClip } from '../../../../domain/composition/captions/exported-captions.js';
import { CreateVideoBody } from '../../../../domain/composition/requests.js';
import { withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import { rightOf } from '../../../support/right-of.js';

const spoken = (word: string, start: number, end: number) => ({ word, start, end });
const caption = (
  words: ReadonlyArray<object>,
  timeFrame: object = { start: 0, end: 4000 },
  id = 'caption',
) => ({
  type: 'caption',
  id,
  timeFrame,
  size: { width: 300, height: 60 },
  captionProperties: {
    words,
    maxWordsInFrame: 2,
    highlightTextProperties: { fontSize: 20, color: '#FFFFFF' },
    nonHighlightTextProperties: { fontSize: 20, color: '#FFFFFF' },
  },
});
const title = (id: string, timeFrame: object) => ({
  type: 'text',
  id,
  timeFrame,
  size: { width: 10, height: 10 },
  textProperties: { content: 'a title', fontSize: 20, color: '#FFFFFF' },
});
const video = (id: string, timeFrame: object) => ({
  type: 'video',
  id,
  timeFrame,
  source: 'https://media.example.org/a.mp4',
  size: { width: 10, height: 10 },
});
const composition = (clips: ReadonlyArray<object>, duration: number | 'auto' = 10_000) => {
  const body = rightOf(CreateVideoBody.decode({ metadata: { name: 'a video', duration }, clips }));
  return { ...body, clips: withClipIds(body.clips, [], []) };
};

const WORDS = [spoken('one', 0, 300), spoken('two', 300, 900), spoken(' three\n', 1000, 1500)];

describe('Captions of a clip', () => {
  const captions = (...args: Parameters<typeof captionsOfClip>) => rightOf(captionsOfClip(...args));
  const problem = (...args: Parameters<typeof captionsOfClip>) =>
    E.match(
      (left: { readonly _tag: string; readonly problem?: string }) => left.problem ?? left._tag,
      () => 'none',
    )(captionsOfClip(...args));

  it('have the times of the video, and lines as the clip shows them', () => {
    const { words, cues } = captions(composition([caption(WORDS, { start: 2000, end: 6000 })]), 'caption');
    expect(words).to.deep.equal([
      spoken('one', 2000, 2300),
      spoken('two', 2300, 2900),
      spoken('three', 3000, 3500),
    ]);
    expect(cues).to.deep.equal([
      { start: 2000, end: 3000, text: 'one two' },
      { start: 3000, end: 3500, text: 'three' },
    ]);
  });

  it('start at the offset and are cut at the end of the clip', () => {
    const { words, cues } = captions(
      composition([caption(WORDS, { start: 2000, end: 2900, offset: 400 })]),
      'caption',
    );
    expect(words).to.deep.equal([spoken('two', 2000, 2500), spoken('three', 2600, 2900)]);
    expect(cues).to.deep.equal([
      { start: 2000, end: 2600, text: 'one two' },
      { start: 2600, end: 2900, text: 'three' },
    ]);
  });

  it('follow other clips, and last until the end of the video', () => {
    const clips = [
      title('intro', { start: 0, duration: 500 }),
      title('long', { start: 0, end: 1200 }),
      caption(WORDS, { after: 'intro', gap: 100, end: 'video' }),
    ];
    const ends = (duration: number | 'auto') =>
      captions(composition(clips, duration), 'caption').words.map(({ start, end }) => [start, end]);
    expect(ends('auto')).to.deep.equal([
      [600, 900],
      [900, 1200],
    ]);
    expect(ends(1000)).to.deep.equal([
      [600, 900],
      [900, 1000],
    ]);
  });

  it('are known if only other clips depend on media, or if resolved times are passed', () => {
    const media = video('talk', { start: 0, end: 'source' });
    expect(captions(composition([media, caption(WORDS)]), 'caption').words).to.have.length(3);
    const after = composition([media, caption(WORDS, { after: 'talk', duration: 2000 })]);
    expect(problem(after, 'caption')).to.include('depend on media');
    const resolved = new Map([['caption', { start: 700, end: 2700 }]]);
    expect(captions(after, 'caption', resolved).cues[0]?.start).to.equal(700);
  });

  it('of a clip in a group have the times of the video, and are cut at the end of the group', () => {
    const group = (timeFrame: object) =>
      composition([
        { type: 'group', id: 'g', timeFrame, size: { width: 300, height: 60 }, clips: [caption(WORDS)] },
      ]);
    expect(captions(group({ start: 1000, end: 2200, offset: 200 }), 'caption').words).to.deep.equal([
      spoken('one', 1000, 1100),
      spoken('two', 1100, 1700),
      spoken('three', 1800, 2200),
    ]);
  });

  it('are missing for other clips, unknown clips, and captions without words', () => {
    const clips = composition([title('box', { start: 0, end: 100 }), caption([])]);
    expect(problem(clips, 'box')).to.equal('CaptionClipDoesNotExist');
    expect(problem(clips, 'nothing')).to.equal('CaptionClipDoesNotExist');
    expect(problem(clips, 'caption')).to.include('no words');
  });

  it('are whole milliseconds, on one line, in order and within the clip, for any words', () => {
    const times = fc.double({ min: 0, max: 5000, noNaN: true });
    const anyWord = fc
      .tuple(
        times,
        times,
        fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n', '\r', '\u0007', '\u2028'), maxLength: 5 }),
      )
      .map(([a, b, text]) => spoken(text, Math.min(a, b), Math.max(a, b)));
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 20 }), fc.nat(6000), (words, offset) => {
        const { cues } = captions(
          composition([caption(words, { start: 1000, end: 4000, offset })]),
          'caption',
        );
        for (const [index, { start, end, text }] of cues.entries()) {
          expect([start, end].every(Number.isInteger)).to.equal(true);
          expect(start).to.be.within(cues[index - 1]?.end ?? 1000, end - 1);
          expect(end).to.be.at.most(4000);
          expect(text).to.match(/^\S(?:[^\n\r]*\S)?$/);
        }
      }),
    );
  });
});
