import { parse } from '@plussub/srt-vtt-parser';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { captionFile } from '../../../../domain/composition/captions/caption-files.js';
import type { Cue } from '../../../../domain/composition/captions/exported-captions.js';

const cues = [
  { start: 0, end: 1234, text: 'Fish & chips' },
  { start: 3_599_999, end: 36_000_005, text: '1 < 2 --> yes' },
];
const words = [{ start: 0, end: 400, word: 'Fish' }];

const UNESCAPED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** Reads a file with an independent parser. */
const read = (file: string): ReadonlyArray<Cue> =>
  (parse(file).entries as ReadonlyArray<{ from: number; to: number; text: string }>).map(
    ({ from, to, text }) => ({ start: from, end: to, text }),
  );
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt);/g, (escape) => UNESCAPED[escape] ?? escape);

/** Cues like those of clips: text on one line, without white space around it. */
const someCues: fc.Arbitrary<ReadonlyArray<Cue>> = fc.array(
  fc
    .tuple(
      fc.nat(100 * 3_600_000),
      fc.integer({ min: 1, max: 100_000 }),
      fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.array(fc.constantFrom('&', '<', '>', '-->', '&amp;', 'NOTE', 'WEBVTT', '1', ':'), {
          minLength: 1,
        }),
      ),
    )
    .map(([start, length, text]) => ({
      start,
      end: start + length,
      text: [text]
        .flat()
        .join(' ')
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    }))
    .filter(({ text }) => text !== ''),
  { minLength: 1 },
);

describe('Caption files', () => {
  it('are SubRip', () => {
    expect(captionFile({ words, cues }, 'srt')).to.equal(
      '1\n00:00:00,000 --> 00:00:01,234\nFish & chips\n\n2\n00:59:59,999 --> 10:00:00,005\n1 < 2 --> yes\n',
    );
  });

  it('are WebVTT, with its escapes', () => {
    expect(captionFile({ words, cues }, 'vtt')).to.equal(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.234\nFish &amp; chips\n\n00:59:59.999 --> 10:00:00.005\n1 &lt; 2 --&gt; yes\n',
    );
    expect(captionFile({ words: [], cues: [] }, 'vtt')).to.equal('WEBVTT\n');
  });

  it('are lines of text, and words as JSON', () => {
    expect(captionFile({ words, cues }, 'txt')).to.equal('Fish & chips\n1 < 2 --> yes\n');
    expect(JSON.parse(captionFile({ words, cues }, 'json'))).to.deep.equal({ data: words });
  });

  it('give the same cues, to the millisecond, when they are read again', () => {
    fc.assert(
      fc.property(someCues, (written) => {
        expect(read(captionFile({ words, cues: written }, 'srt'))).to.deep.equal(written);
        const vtt = read(captionFile({ words, cues: written }, 'vtt'));
        expect(vtt.map((cue) => ({ ...cue, text: unescaped(cue.text) }))).to.deep.equal(written);
      }),
    );
  });
});
