import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { captionStates } from '../../../../domain/composition/captions/caption-groups.js';
import { decode } from '../../../../domain/codec/codec.js';
import { CreateRenderBody, CreateVideoBody } from '../../../../domain/composition/requests.js';
import { withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import { filledTemplate } from '../../../../domain/template/merge.js';
import { frameRate } from '../../../../domain/composition/timeline.js';
import { captionedVideo } from '../../../support/renders/captioned-video.js';
import { rightOf } from '../../../support/right-of.js';

const FILE = '1\n00:00:01,000 --> 00:00:02,000\nHello there\n\n2\n00:00:03,000 --> 00:00:04,000\nagain\n';
const SOURCE = 'https://media.example.org/talk.srt';
const captionOf = (body: { readonly clips: ReadonlyArray<unknown> }) =>
  (body.clips[0] as { readonly captionProperties: Readonly<Record<string, unknown>> }).captionProperties;
const decoded = (captionProperties: object) =>
  captionOf(rightOf(CreateVideoBody.decode(captionedVideo(captionProperties))));
const problems = (captionProperties: object) =>
  E.match(
    (left: ReadonlyArray<string>) => left,
    () => [],
  )(decode(CreateVideoBody, captionedVideo(captionProperties)));
const AT = 'clips[0].captionProperties';

describe('Subtitles of a caption clip', () => {
  it('become words, if their text is in the document', () => {
    const caption = decoded({ subtitles: { content: FILE } });
    expect(caption).not.to.have.property('subtitles');
    expect(caption['words']).to.deep.equal([
      { start: 1000, end: 1500, word: 'Hello', line: 0 },
      { start: 1500, end: 2000, word: 'there', line: 0 },
      { start: 3000, end: 4000, word: 'again', line: 1 },
    ]);
    expect(decoded({ subtitles: { content: FILE }, maxWordsInFrame: 2 })['maxWordsInFrame']).to.equal(2);
    // The response can be sent again.
    expect(decoded(caption)).to.deep.equal(caption);
  });

  it('are kept, if they have a URL', () => {
    const caption = decoded({ subtitles: { source: SOURCE, format: 'srt' } });
    expect(caption).to.deep.include({ subtitles: { source: SOURCE, format: 'srt' }, words: [] });
    expect(decoded(caption)).to.deep.equal(caption);
  });

  it('are kept in a template until its placeholders are filled in', () => {
    const content = FILE.replace('there', '{{name}}');
    const body = rightOf(CreateVideoBody.decode(captionedVideo({ subtitles: { content } })));
    expect(captionOf(body)).to.deep.include({ subtitles: { content }, words: [] });
    const video = { ...body, clips: withClipIds(body.clips, [], []) };
    const filled = captionOf(rightOf(filledTemplate(video, { name: 'Émile' })));
    expect(filled).not.to.have.property('subtitles');
    expect(filled['words']).to.deep.include({ start: 1500, end: 2000, word: 'Émile', line: 0 });
    const whole = rightOf(CreateVideoBody.decode(captionedVideo({ subtitles: { content: '{{file}}' } })));
    const wholly = { ...whole, clips: withClipIds(whole.clips, [], []) };
    expect(captionOf(rightOf(filledTemplate(wholly, { file: FILE })))['words']).to.have.length(3);
    expect(filledTemplate(wholly, { file: 'nothing' }))
      .to.have.nested.property('left.problems[0]')
      .that.includes('line 1');
    // A render request with its own video does not fill placeholders.
    const plain = captionOf(rightOf(CreateRenderBody.decode(captionedVideo({ subtitles: { content } }))));
    expect(plain['words']).to.deep.include({ start: 1385, end: 2000, word: '{{name}}', line: 0 });
  });

  it('report problems with the line in the file, at the path of the text', () => {
    expect(problems({ subtitles: { content: '1\n0:00:01 --> 0:00:02\na' } })).to.deep.equal([
      `${AT}.subtitles.content line 2 must be a time range such as 00:00:01,000 --> 00:00:02,500`,
    ]);
  });

  it('are either a text or a URL; a clip has either subtitles or words', () => {
    expect(problems({})).to.deep.equal([`${AT}.words is required`]);
    expect(problems({ subtitles: {} })).to.deep.equal([`${AT}.subtitles.source is required`]);
    expect(problems({ subtitles: { source: SOURCE, content: FILE } })).to.deep.equal([
      `${AT}.subtitles.source must not be combined with ${AT}.subtitles.content`,
    ]);
    const words = [{ start: 0, end: 1, word: 'a' }];
    expect(problems({ subtitles: { source: SOURCE }, words })).to.deep.equal([
      `${AT}.subtitles must not be combined with ${AT}.words`,
    ]);
    expect(problems({ subtitles: { source: 'file:///etc/passwd' } })).to.have.length(1);
  });

  it('count towards the limit on the words of a video', () => {
    const many = `00:00:01,000 --> 00:00:02,000\n${'a '.repeat(10_001)}`;
    const [clip] = captionedVideo({ subtitles: { content: many } }).clips;
    const body = { metadata: { name: 'a video', duration: 5000 }, clips: [clip, { ...clip, id: 'other' }] };
    expect(E.isLeft(CreateVideoBody.decode({ ...body, clips: [clip] }))).to.equal(false);
    expect(decode(CreateVideoBody, body)).to.deep.equal(
      E.left(['clips must contain at most 20000 caption words in total']),
    );
  });

  it('are shown line by line: nothing is shown between lines', () => {
    const { words } = decoded({ subtitles: { content: FILE } }) as never;
    const states = (maxWordsInFrame: number) =>
      captionStates({ words, maxWordsInFrame }, { start: 0 }, frameRate(10), { from: 0, to: 50 }).map(
        ({ state, span }) => [state.words.join(' '), state.highlighted, span.from, span.to],
      );
    expect(states(1000)).to.deep.equal([
      ['Hello there', 0, 10, 15],
      ['Hello there', 1, 15, 20],
      ['again', 0, 30, 40],
    ]);
    expect(states(1)).to.deep.equal([
      ['Hello', 0, 10, 15],
      ['there', 0, 15, 20],
      ['again', 0, 30, 40],
    ]);
  });
});
