import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Document } from '../../web/src/editor/document.js';
import { duplicated, withoutClips } from '../../web/src/editor/edits.js';
import { splitAt, whyNotSplit } from '../../web/src/editor/split.js';
import { placesOf, problemsOf } from '../../web/src/editor/places.js';
import { wantsWords, withHeard } from '../../web/src/editor/add/speech.js';
import { restacked } from '../../web/src/editor/stacking.js';
import { marksOf } from '../../web/src/editor/timeline/times.js';
import { rightOf } from '../support/right-of.js';
import { stems } from '../support/web/editor-documents.js';

const clip = (id: string, z: number, more: object = {}) => ({
  id,
  type: 'video',
  source: 'https://media.example.org/a.mp4',
  timeFrame: { start: 1000, end: 3000, offset: 500, speed: 2 },
  position: { x: 10, y: 20, z },
  ...more,
});
const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name: 'a', duration: 5000 }, clips }) as unknown as Document;
const splitOf = (document: Document, id: string, ms: number): Document =>
  splitAt(document, [id], ms, rightOf(placesOf(document)));

/** The ids in drawing order. */
const stackOf = ({ clips }: Document): ReadonlyArray<string> =>
  clips.toSorted((a, b) => (a.position?.z ?? 0) - (b.position?.z ?? 0)).map(({ id }) => id ?? '');

describe('editor: edits of clips', () => {
  it('divide a clip so that its media continues to play', () => {
    const [first, second] = splitOf(documentOf(clip('a', 0)), 'a', 1800).clips;
    expect(first?.timeFrame).to.deep.include({ start: 1000, end: 1800, offset: 500 });
    expect(stems(second ? [second] : [])).to.deep.equal(['a*']);
    expect(second?.timeFrame).to.deep.include({ start: 1800, end: 3000, offset: 2100 });
  });

  it('divide keyframes at the value that they have there, and keep the transitions at the ends', () => {
    const points = [
      { time: 0, value: 0 },
      { time: 2000, value: 100 },
    ];
    const more = {
      keyframes: [{ property: 'position.x', points }],
      transition: { in: { type: 'fade', duration: 100 }, out: { type: 'fade', duration: 200 } },
    };
    const divided = splitOf(documentOf(clip('a', 0, more)), 'a', 1500);
    const [first, second] = divided.clips;
    expect(first?.keyframes?.[0]?.points.at(-1)).to.include({ time: 500, value: 25 });
    expect(second?.keyframes?.[0]?.points).to.deep.equal([
      { time: 0, value: 25 },
      { time: 1500, value: 100 },
    ]);
    expect([first?.transition?.out, second?.transition?.in]).to.deep.equal([undefined, undefined]);
    expect(problemsOf(divided)).to.deep.equal([]);
  });

  it('divide what moves from start to end at its value there, and keep animations and fades at their ends', () => {
    const motion = { from: { scale: 1, x: 0, y: 0.5 }, to: { scale: 3, x: 1, y: 0.5 }, easing: 'linear' };
    const halvesOf = (more: object): ReadonlyArray<Record<string, unknown>> =>
      splitOf(documentOf({ id: 'a', timeFrame: { start: 1000, end: 3000 }, ...more }), 'a', 1500).clips;
    const textsOf = (textProperties: object) =>
      halvesOf({ type: 'text', textProperties }).map((half) => half['textProperties']);
    const source = 'https://media.example.org/a.webp';
    const middle = { scale: 1.5, x: 0.25, y: 0.5 };
    const [first, second] = halvesOf({ type: 'image', source, motion });
    expect([first?.['motion'], second?.['motion']]).to.deep.equal([
      { ...motion, to: middle },
      { ...motion, from: middle },
    ]);
    expect(second?.['timeFrame'], 'it may be animated').to.include({ offset: 500 });
    expect(textsOf({ counter: { to: 59 } })).to.deep.equal([
      { counter: { to: 14 } },
      { counter: { from: 15, to: 59 } },
    ]);
    for (const [at, kept] of Object.entries({ in: [true, false], out: [false, true], loop: [true, true] })) {
      const text = { content: 'a', animation: { type: 'fade', at } };
      expect(textsOf(text)).to.deep.equal(kept.map((isKept) => (isKept ? text : { content: 'a' })));
    }
    const sounds = halvesOf({ type: 'audio', source, audio: { fadeIn: 100, fadeOut: 200 } });
    expect(sounds.map(({ audio }) => audio)).to.deep.equal([{ fadeIn: 100 }, { fadeOut: 200 }]);
  });

  it('divide what shows or masks a clip with it; others follow its second part, and are lowered by both', () => {
    const size = { width: 100, height: 100 };
    const { clips } = splitOf(
      documentOf(
        clip('a', 0),
        clip('masked', 0, { effects: { mask: { clip: 'a' } } }),
        clip('lowered', 0, { duck: { when: ['other', 'a'] } }),
        clip('other', 0),
        {
          type: 'waveform',
          id: 'wave',
          size,
          timeFrame: { start: 0, end: 4000 },
          waveformProperties: { clip: 'a' },
        },
        { ...clip('next', 0), timeFrame: { after: 'a', duration: 500 } },
        {
          type: 'group',
          id: 'group',
          timeFrame: { start: 0, end: 900 },
          clips: [clip('inner', 0, { duck: { when: ['a'] } })],
        },
      ),
      'a',
      1500,
    );
    expect(stems(clips)).to.deep.equal([
      'a',
      'a*',
      'masked',
      'masked*',
      'lowered',
      'other',
      'wave',
      'wave*',
      'next',
      'group',
    ]);
    const second = clips[1]?.id;
    expect([clips[2], clips[3]].map((one) => one?.effects?.mask?.clip)).to.deep.equal(['a', second]);
    expect(clips[4]).to.have.nested.property('duck.when').that.deep.equals(['other', 'a', second]);
    expect(
      [clips[6], clips[7]].map((one) => one?.type === 'waveform' && one.waveformProperties.clip),
    ).to.deep.equal(['a', second]);
    expect(clips[8]?.timeFrame.after).to.equal(second);
    expect(clips[9]).to.have.nested.property('clips[0].duck.when').that.deep.equals(['a', second]);
    const looping = clip('masked', 0, {
      effects: { mask: { clip: 'a' } },
      timeFrame: { start: 0, end: 4000, loop: true },
    });
    expect(splitOf(documentOf(clip('a', 0), looping), 'a', 1500).clips).to.have.length(2);
  });

  it('divide keyframes with lengths of the same unit, and no others', () => {
    const clipWith = (...values: ReadonlyArray<number | string>) =>
      clip('a', 0, {
        keyframes: [
          {
            property: 'position.x',
            points: values.map((value, index) => ({ time: index * 2000, value })),
          },
        ],
      });
    const divided = splitOf(documentOf(clipWith('0%', '100%')), 'a', 1500);
    expect(divided.clips[1]?.keyframes?.[0]?.points[0]).to.deep.equal({ time: 0, value: '25%' });
    expect(problemsOf(divided)).to.deep.equal([]);
    expect(splitOf(documentOf(clipWith(0, '100%')), 'a', 1500).clips).to.have.length(1);
  });

  it('do not divide a clip outside its time, or if its media does not simply play on', () => {
    const document = documentOf(
      clip('a', 0),
      clip('b', 1, { timeFrame: { start: 0, end: 900, reverse: true } }),
      clip('d', 1, { timeFrame: { start: 0, end: 900, speed: 'fit' } }),
    );
    for (const [id, ms] of [
      ['a', 1000],
      ['a', 3000],
      ['b', 500],
      ['d', 500],
    ] as const)
      expect(splitOf(document, id, ms).clips).to.deep.equal(document.clips);
    const group = { id: 'g', type: 'group', timeFrame: { start: 0, end: 900 }, clips: [clip('c', 0)] };
    const places = rightOf(placesOf(documentOf(...document.clips, group)));
    expect(whyNotSplit(['a', 'b'], 950, places)).to.match(/plays at the playhead/);
    expect(whyNotSplit(['b'], 500, places)).to.match(/play backwards/);
    expect(whyNotSplit(['b', 'g'], 500, places)).to.match(/Groups cannot be split/);
  });

  it('copy clips under new ids, and remove them', () => {
    const { document, ids } = duplicated(documentOf(clip('a', 0), clip('b', 0)), ['a']);
    expect(stems(document.clips)).to.deep.equal(['a', 'a*', 'b']);
    expect(ids).to.deep.equal([document.clips[1]?.id]);
    expect(document.clips[1]?.position).to.include({ x: 30, y: 40 });
    expect(withoutClips(document, ids, rightOf(placesOf(document))).clips).to.have.length(2);
    const twice = duplicated(document, ids).document;
    expect(stems(twice.clips)).to.deep.equal(['a', 'a*', 'a*', 'b']);
    expect(problemsOf(twice)).to.deep.equal([]);
  });

  it('copy groups with ids of their own inside, by which their clips name each other', () => {
    const group = { type: 'group', timeFrame: { start: 0, end: 3000 }, size: { width: 100, height: 100 } };
    const inner = [clip('a', 0), { ...clip('b', 0), timeFrame: { after: 'a', duration: 100 } }];
    const before = documentOf({ ...group, id: 'g', clips: inner }, clip('other', 0));
    const { document, ids } = duplicated(before, ['g']);
    const [, copy] = document.clips;
    const [first] = copy?.type === 'group' ? copy.clips : [];
    expect(stems([{ id: ids[0] }, { id: copy?.id }, { id: first?.id }])).to.deep.equal(['g*', 'g*', 'a*']);
    expect(copy).to.have.nested.property('clips[1].timeFrame.after', first?.id);
    expect(problemsOf(duplicated(document, ['g', ...ids]).document)).to.deep.equal([]);
    expect(splitOf(before, 'g', 1500).clips, 'a group starts again').to.have.length(2);
  });

  it('keep a document valid, and all other clips at their times, whichever clips are removed', () => {
    const size = { width: 100, height: 100 };
    const shown = (id: string) => ({ type: 'waveform', size, waveformProperties: { clip: id } });
    const document = documentOf(
      clip('a', 0, { duck: { when: ['b', 'inner'] } }),
      { ...clip('b', 0), timeFrame: { after: 'a', gap: -100, duration: 500 } },
      {
        ...clip('c', 0),
        timeFrame: { after: 'b', duration: 500 },
        effects: { mask: { clip: 'b' }, opacity: 0.5 },
      },
      { ...shown('inner'), id: 'wave', timeFrame: { start: 0, end: 2000 } },
      { ...clip('d', 0), timeFrame: { after: 'wave', end: 4000 } },
      {
        type: 'group',
        id: 'group',
        size,
        timeFrame: { after: 'c', end: 'video' },
        clips: [
          clip('inner', 0, { duck: { when: ['a'] } }),
          { ...shown('a'), id: 'inner wave', timeFrame: { start: 0, end: 500 } },
          { ...clip('last', 0), timeFrame: { after: 'inner wave', duration: 500 } },
        ],
      },
      { type: 'audio', id: 'voice', speech: { text: 'Hello' }, timeFrame: { start: 0, end: 2000 } },
      {
        type: 'caption',
        id: 'said',
        size,
        timeFrame: { start: 0, end: 2000 },
        captionProperties: {
          words: { from: 'voice' },
          highlightTextProperties: {},
          nonHighlightTextProperties: {},
        },
      },
    );
    expect(problemsOf(document)).to.deep.equal([]);
    const before = rightOf(placesOf(document));
    const all = document.clips.map(({ id }) => id);
    fc.assert(
      fc.property(fc.subarray(all), (ids) => {
        const rest = withoutClips(document, ids, before);
        expect(problemsOf(rest)).to.deep.equal([]);
        const left = rest.clips.map(({ id }) => id);
        const gone = new Set([
          ...ids,
          ...(ids.includes('group') ? ['wave'] : []),
          ...(ids.includes('voice') ? ['said'] : []),
        ]);
        expect(left).to.deep.equal(all.filter((id) => !gone.has(id)));
        for (const { id, start, end } of rightOf(placesOf(rest)).clips)
          expect(before.clips.find((one) => one.id === id)).to.include({ start, end });
      }),
    );
  });

  it('move a clip by exactly one in the drawing order, whatever layers clips share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.constantFrom('forward' as const, 'backward' as const),
        (layers, pick, direction) => {
          const document = documentOf(...layers.map((z, index) => clip(`c${index}`, z)));
          const before = stackOf(document);
          const at = pick % before.length;
          const to = direction === 'forward' ? Math.min(before.length - 1, at + 1) : Math.max(0, at - 1);
          const id = before[at] ?? '';
          const expected = before.toSpliced(at, 1).toSpliced(to, 0, id);
          const moved = restacked(document, [id], direction);
          expect(stackOf(moved)).to.deep.equal(expected);
          expect(problemsOf(moved)).to.deep.equal([]);
        },
      ),
    );
  });

  it('move several clips to an end, in their order, without a change to the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.boolean()), { minLength: 2, maxLength: 8 }),
        fc.constantFrom('front' as const, 'back' as const),
        (layers, direction) => {
          const document = documentOf(...layers.map(([z], index) => clip(`c${index}`, z)));
          const isChosen = (id: string): boolean => layers[Number(id.slice(1))]?.[1] === true;
          const before = stackOf(document);
          const chosen = before.filter(isChosen);
          const others = before.filter((id) => !isChosen(id));
          const after = restacked(document, chosen, direction);
          const expected = direction === 'front' ? [...others, ...chosen] : [...chosen, ...others];
          expect(stackOf(after)).to.deep.equal(others.length === 0 ? before : expected);
          for (const one of after.clips) if (!isChosen(one.id)) expect(document.clips).to.deep.include(one);
        },
      ),
    );
  });

  it('put transcribed words into captions without words, and leave the others unchanged', () => {
    const caption = (id: string, words: ReadonlyArray<string>): object => ({
      id,
      type: 'caption',
      timeFrame: { start: 0, end: 1000 },
      captionProperties: { words: words.map((word) => ({ word, start: 0, end: 100 })) },
    });
    const document = documentOf(caption('empty', []), caption('typed', ['mine']));
    const heard = documentOf(caption('empty', ['heard']), caption('added', ['more'])).clips;
    expect(wantsWords(document)).to.equal(true);
    const filled = withHeard(document, heard as Parameters<typeof withHeard>[1]);
    expect(filled.clips).to.deep.equal(
      documentOf(caption('empty', ['heard']), caption('typed', ['mine']), caption('added', ['more'])).clips,
    );
    expect(wantsWords(filled)).to.equal(false);
    expect(wantsWords(documentOf(clip('a', 0)))).to.equal(true);
  });

  it('return the places of groups whose clips have times and sizes from their media', () => {
    const inner = clip('inner', 0, {
      timeFrame: { start: 500, end: 'source' },
      size: { width: 'auto', height: 'auto' },
    });
    const group = { id: 'g', type: 'group', timeFrame: { start: 0, end: 'source' }, clips: [inner] };
    const [placed] = rightOf(placesOf(documentOf(group))).clips;
    expect(placed).to.include({ start: 0, end: 5500 });
  });

  it('return the places and the problems of a document that was not resolved before', () => {
    const before = documentOf(clip('a', 0), clip('b', 1), clip('c', 2));
    rightOf(placesOf(before));
    const times = [{ start: 500, end: 900 }, { start: 'a.end', end: 4000 }, { start: 2, end: 1 }, {}];
    const changes = times.flatMap((timeFrame) => [{ timeFrame }, { timeFrame, id: 'a' }]);
    for (const change of changes) {
      const edited = { ...before, clips: before.clips.with(1, { ...before.clips[1], ...change } as never) };
      for (let twice = 0; twice < 2; twice++)
        expect(placesOf(edited)).to.deep.equal(placesOf(structuredClone(edited)));
    }
  });

  it('leave the places of other clips as they are where one is moved, resized or turned', () => {
    const timeFrame = { start: 0, end: 4000 };
    const group = { id: 'g', type: 'group', timeFrame, clips: [clip('inner', 0)] } as never;
    const before = documentOf(clip('a', 0), clip('b', 1), clip('c', 2), group);
    const places = rightOf(placesOf(before));
    const changes = [
      { position: { x: 7, y: '10%', z: 9, anchor: 'center' } },
      { size: { width: '50%', height: 30 } },
      { transform: { rotation: 30, scale: 2, opacity: 0.5 } },
      { position: { x: 'nonsense' } },
      { timeFrame: { start: 500, end: 900 } },
      { timeFrame: { start: 0, end: 900 }, position: { x: 1 } },
      { name: 'renamed' },
    ];
    for (const at of [1, 3])
      for (const change of changes) {
        const edited = {
          ...before,
          clips: before.clips.with(at, { ...before.clips[at], ...change } as never),
        };
        const after = placesOf(edited, { document: before, places });
        expect(after, JSON.stringify(change)).to.deep.equal(placesOf(edited));
        if ('size' in change && at === 1) expect(rightOf(after).clips[0]).to.equal(places.clips[0]);
      }
    const without = { ...before, clips: before.clips.toSpliced(1, 1) };
    expect(placesOf(without, { document: before, places })).to.deep.equal(placesOf(without));
  });
});

describe('editor: the ruler of the timeline', () => {
  const texts = (lastMs: number, pxPerMs: number) => marksOf(lastMs, pxPerMs).map(({ text }) => text);

  it('has marks at round times, which keep a distance', () => {
    expect(texts(5999, 0.1)).to.deep.equal(['0:00', '0:01', '0:02', '0:03', '0:04', '0:05']);
    expect(texts(700, 0.4)).to.deep.equal(['0:00.0', '0:00.2', '0:00.4', '0:00.6']);
    expect(texts(3_600_000, 0.00003)).to.deep.equal(['0:00', '60:00']);
  });
});
