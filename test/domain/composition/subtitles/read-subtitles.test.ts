import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { captionFile } from '../../../../domain/composition/captions/caption-files.js';
import { captionsOfClip } from '../../../../domain/composition/captions/exported-captions.js';
import { withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import { Word } from '../../../../domain/composition/fields/word.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { CreateVideoBody } from '../../../../domain/composition/requests.js';
import { readSubtitles } from '../../../../domain/composition/subtitles/read-subtitles.js';
import { captionedVideo } from '../../../support/renders/captioned-video.js';
import { rightOf } from '../../../support/right-of.js';

const words = (...args: Parameters<typeof readSubtitles>) =>
  rightOf(readSubtitles(...args)).map(({ word, start, end, line }) => [word, start, end, line]);
const problems = (...args: Parameters<typeof readSubtitles>) =>
  E.match(
    (left: ReadonlyArray<string>) => left,
    () => [],
  )(readSubtitles(...args));

describe('Subtitles', () => {
  it('are read from SubRip: words divide the time of a cue in proportion to their characters', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:02,000\n<i>one</i> sevenly\n\n2\n00:01:00,5 --> 01:00:00.000\n{\\an8}1 < 2\n';
    expect(words(file)).to.deep.equal([
      ['one', 1000, 1300, 0],
      ['sevenly', 1300, 2000, 0],
      ['1', 60_500, 1_240_333, 1],
      ['<', 1_240_333, 2_420_167, 1],
      ['2', 2_420_167, 3_600_000, 1],
    ]);
  });

  it('are read from WebVTT, with header, notes, styles, settings, tags and escapes', () => {
    const file = [
      'WEBVTT - a title\nKind: captions\n\nNOTE\nnothing --> of this\n'.replace(' --> ', ' '),
      'STYLE\n::cue { color: red }\n\nREGION\nid:a\n',
      'intro\n00:01.000 --> 00:02.000 align:start line:0\n<v Roger>fish &amp; &#x63;hips</v>\n',
      '00:03.000 --> 00:04.000\n<c.loud>&lt;b&gt;&unknown;\n',
    ].join('\n');
    expect(words(file).map(([word]) => word)).to.deep.equal(['fish', '&', 'chips', '<b>&unknown;']);
    expect(words(file)[0]).to.deep.equal(['fish', 1000, 1400, 0]);
  });

  it('take the times of words from karaoke timestamps, if these increase within the cue', () => {
    const cue = (text: string) =>
      words(`WEBVTT\n\n00:01.000 --> 00:05.000\n${text}\n`).map(([, start]) => start);
    expect(cue('one <00:02.000>two <00:04.500>six')).to.deep.equal([1000, 2000, 4500]);
    expect(cue('ab <00:03.000>c<00:04.000>d')).to.deep.equal([1000, 3000]);
    expect(cue('ab cd<00:03.000> ef gh')).to.deep.equal([1000, 2000, 3000, 4000]);
    expect(cue('one <00:00.500>two <00:09.000>six')).to.deep.equal([1000, 2333, 3667]);
  });

  it('accept any line break and a byte order mark, and are sorted by time', () => {
    const lines = [
      '2',
      '00:00:03,000 --> 00:00:04,000',
      'b',
      '',
      '',
      '1',
      '00:00:01,000 --> 00:00:02,000',
      'a',
    ];
    for (const lineBreak of ['\n', '\r\n', '\r'])
      expect(words(`\uFEFF${lines.join(lineBreak)}`)).to.deep.equal([
        ['a', 1000, 2000, 0],
        ['b', 3000, 4000, 1],
      ]);
  });

  it('end a cue where the next starts, and join cues that start together', () => {
    const file = ['1 --> 5\na', '3 --> 6\nb', '3 --> 4\nc']
      .map((cue) => cue.replaceAll(/(\d) --> (\d)/g, '00:0$1.000 --> 00:0$2.000'))
      .join('\n\n');
    expect(words(file)).to.deep.equal([
      ['a', 1000, 3000, 0],
      ['b', 3000, 4500, 1],
      ['c', 4500, 6000, 1],
    ]);
  });

  it('report all problems at once, with line numbers', () => {
    expect(
      problems('1\n00:00:01,000 -> 00:00:02,000\na\n\n2\n00:00:04,000 --> 00:00:03,000\nb'),
    ).to.deep.equal([
      'line 2 must be a time range such as 00:00:01,000 --> 00:00:02,500',
      'line 6 must end after it starts',
    ]);
    expect(problems('-00:00:01,000 --> 00:00:02,000\na')[0]).to.match(/^line 1 must be a time range/);
    expect(problems('00:61:01,000 --> 00:62:02,000\na')[0]).to.match(/^line 1 must be a time range/);
    expect(problems('1\n00:00:01,000 --> 00:00:02,000\na', 'vtt')).to.deep.equal(['line 1 must be WEBVTT']);
    expect(problems('WEBVTT\n')).to.deep.equal(['must have at least one cue with text']);
    const many = `00:00:01,000 --> 00:00:02,000\n${'a '.repeat(LIMITS.captionWords + 1)}`;
    expect(problems(many)).to.deep.equal([`must have at most ${LIMITS.captionWords} words`]);
    const long = `00:00:01,000 --> 00:00:02,000\n${'a'.repeat(LIMITS.urlLength + 1)}`;
    expect(problems(long)[0]).to.match(/^line 1 must not be followed by a word of more than/);
  });

  it('become valid words in order of time, or problems, for any content', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'WEBVTT',
        '\n',
        '\n\n',
        '\r\n',
        '\uFEFF',
        '1',
        'NOTE',
        '-->',
        ' ',
        '<',
        '>',
        '&amp;',
        '&#0;',
        '\0',
        '00:00:01,000 --> 00:00:02,000\n',
        '00:01.500 --> 00:03.000 line:0\n',
        '<00:00:01.700>',
        '{\\an8}',
      ),
      fc.string({ unit: 'grapheme' }),
    );
    const isWord = Word.is;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('srt', 'vtt', undefined),
        (pieces, format) => {
          const read = readSubtitles(pieces.join(''), format);
          if (E.isLeft(read)) return read.left.length > 0;
          return (
            read.right.every(isWord) &&
            read.right.every(({ start, word }, index) => {
              const before = read.right[index - 1];
              return word.trim() !== '' && (before === undefined || before.end <= start);
            })
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are equal to the exported captions, to the millisecond', () => {
    const cue = fc.record({
      gap: fc.integer({ min: 0, max: 2000 }),
      length: fc.integer({ min: 40, max: 4000 }),
      text: fc
        .array(fc.constantFrom('fish', '&', 'chips,', '1', '<', '-->', '&amp;', 'NOTE', 'WEBVTT', 'é😀'), {
          minLength: 1,
          maxLength: 8,
        })
        .map((parts) => parts.join(' ')),
    });
    const property = fc.property(fc.array(cue, { minLength: 1, maxLength: 8 }), (given) => {
      let at = 0;
      const cues = given.map(({ gap, length, text }) => {
        const start = at + gap;
        at = start + length;
        return { start, end: at, text };
      });
      for (const format of ['srt', 'vtt'] as const) {
        const content = captionFile({ words: [], cues }, format);
        const exported = rightOf(captionsOfClip(videoWith({ content }), 'said'));
        expect(exported.cues).to.deep.equal(cues);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });
});

const videoWith = (subtitles: object) => {
  const body = rightOf(CreateVideoBody.decode(captionedVideo({ subtitles }, 60_000)));
  return { ...body, clips: withClipIds(body.clips, [], []) };
};
