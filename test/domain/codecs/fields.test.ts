import { expect } from 'chai';
import { decode } from '../../../domain/codec/codec.js';
import { listedWords } from '../../../domain/composition/fields/caption.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { ofType } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { accepts, body, caption, problems, refuses, text } from '../../support/api/codec-checks.js';

describe('codecs: optional fields', () => {
  it('fills in the default of every field documented in the reference', () => {
    const { metadata, clips, ...rest } = rightOf(
      decode(
        CreateVideoBody,
        body({}, [text(), caption(), { ...text(), type: 'audio', source: 'https://a.example/b' }]),
      ),
    );
    expect(metadata).to.deep.equal({
      name: 'n',
      duration: 1000,
      backgroundColor: '#000000',
      fps: 30,
      canvas: { width: 1920, height: 1080 },
    });
    expect(rest).to.deep.equal({ version: '1.0.0', renderOptionsInUI: ['json', 'client', 'server'] });
    expect(clips[0]).to.deep.equal({
      type: 'text',
      volume: 1,
      timeFrame: { start: 0, end: 10 },
      position: { x: 0, y: 0, z: 0 },
      transform: { scale: { x: 1, y: 1 } },
      size: { width: 100, height: 100 },
      textProperties: {
        content: 'Hi',
        fontSize: 16,
        fontWeight: 400,
        fontFamily: 'Arial',
        color: '#000000',
        backgroundColor: 'transparent',
        textAlign: 'left',
        fontStyle: 'normal',
        padding: 0,
        strokeWidth: 0,
        strokeColor: '#000000',
        borderWidth: 0,
        borderColor: '#FFFFFF',
        underline: false,
        lineHeight: 1.2,
      },
    });
    expect(ofType('caption', clips[1]).captionProperties).to.deep.include({
      textAlign: 'center',
      maxWidth: 500,
      maxWordsInFrame: 5,
    });
    expect(ofType('caption', clips[1]).captionProperties.highlightTextProperties).to.deep.equal({
      fontSize: 24,
      color: '#000000',
      fontFamily: 'Montserrat',
      fontWeight: 400,
      fontStyle: 'normal',
      underline: false,
      padding: 0,
      strokeWidth: 0,
      strokeColor: '#000000',
      borderWidth: 0,
      borderColor: '#FFFFFF',
    });
    // Properties of another clip type are stored as sent.
    expect(clips[2]).to.have.nested.property('textProperties.content', 'Hi');
  });

  it('requires fields without a default', () => {
    expect(problems({})).to.deep.equal(['metadata is required', 'clips is required']);
    expect(problems({ metadata: {}, clips: [{}] })).to.deep.equal([
      'metadata.name is required',
      'metadata.duration is required',
      'clips[0].type is required',
      'clips[0].timeFrame is required',
    ]);
    expect(problems(body({}, [{ type: 'text', timeFrame: {} }]))).to.deep.equal([
      'clips[0].textProperties is required',
      'clips[0].timeFrame.end is required',
    ]);
    expect(
      problems(body({}, [{ type: 'caption', timeFrame: { end: 1 }, captionProperties: {} }])),
    ).to.deep.equal([
      'clips[0].captionProperties.words is required',
      'clips[0].captionProperties.highlightTextProperties is required',
      'clips[0].captionProperties.nonHighlightTextProperties is required',
    ]);
    expect(problems(undefined)).to.deep.equal(['body is required']);
    expect(problems([])).to.deep.equal(['body must be an object']);
  });

  it('keeps the additional fields of the guide', () => {
    const sent = body({}, [text({ id: 'mine', effects: { opacity: 0.5 } }, { lineHeight: 2 })], {
      version: '1.0.0',
    });
    const [clip] = rightOf(decode(CreateVideoBody, sent)).clips;
    expect(clip).to.deep.include({ id: 'mine', effects: { opacity: 0.5 } });
    expect(ofType('text', clip).textProperties.lineHeight).to.equal(2);
    expect(
      rightOf(decode(CreateVideoBody, body({}, [text({ effects: {} })]))).clips[0]?.effects,
    ).to.deep.equal({
      opacity: 1,
    });
  });
});

describe('codecs: sources', () => {
  const media = (source: unknown, type = 'image') => ({ type, source, timeFrame: { end: 1 } });

  it('must be absolute web URLs without credentials on clips that need one', () => {
    for (const type of ['video', 'image', 'audio'])
      accepts(body({}, [media('https://a.example/x.png?y=1', type), media('HTTP://a.example', type)]));
    refuses(
      'clips[0].source',
      ...[
        '/x.png',
        'a.example/x',
        'ftp://a.example/x',
        'file:///etc/passwd',
        'data:image/png;base64,AA==',
        'https://user@a.example/',
        'https://user:pass@a.example/',
        'https://',
        'https:a.example',
        'https:///a.example/x',
        'https://@a.example/',
        'https://a.example\\@b.example/',
        'https://a.example/x y',
        'https://a.exam\nple/',
        'https://a.example:99999/',
      ].map((source) => body({}, [media(source)])),
    );
    expect(problems(body({}, [media(undefined), media('')]))).to.deep.equal([
      'clips[0].source is required',
      'clips[1].source is required',
    ]);
  });

  it('may be omitted or empty on text and caption clips', () => {
    accepts(body({}, [text(), text({ source: '' }), caption()]));
  });
});

describe('codecs: caption words', () => {
  const words = (...list: ReadonlyArray<unknown>) => body({}, [caption({ words: list })]);

  it('start at 0 or later, end no earlier than they start, and are sorted by time', () => {
    const w = (start: unknown, end: unknown) => ({ start, end, word: 'w' });
    accepts(words(w(0, 0), w(1, 1)));
    refuses('clips[0].captionProperties.words[0].end', words(w(2, 1)));
    refuses('clips[0].captionProperties.words[0].start', words(w(-1, 1)));
    const sorted = rightOf(decode(CreateVideoBody, words(w(5, 6), w(1, 3), w(1, 2)))).clips[0];
    expect(
      listedWords(ofType('caption', sorted).captionProperties.words).map(({ start, end }) => [start, end]),
    ).to.deep.equal([
      [1, 2],
      [1, 3],
      [5, 6],
    ]);
  });
});

describe('codecs: speech', () => {
  const voice = (more: object = {}, speech: unknown = { text: 'Hello' }) => ({
    id: 'voice',
    type: 'audio',
    timeFrame: { end: 1000 },
    speech,
    ...more,
  });

  it('replaces the source of audio clips', () => {
    accepts(
      body({}, [voice()]),
      body({}, [voice({}, { text: 'Hello', voice: 'alloy', language: 'en-US', speed: 1.5 })]),
    );
    refuses('clips[0].source', body({}, [voice({ source: 'https://example.com/a.mp3' })]));
    expect(problems(body({}, [{ type: 'audio', timeFrame: { end: 1000 } }]))).to.include(
      'clips[0].source is required',
    );
    expect(
      problems(body({}, [{ ...voice(), type: 'video', source: 'https://example.com/a.mp4' }])),
    ).to.deep.equal(['clips[0].speech is not a known field']);
  });

  it('has bounds', () => {
    const speaking = (more: object) => body({}, [voice({}, { text: 'Hello', ...more })]);
    refuses(
      'clips[0].speech.text',
      speaking({ text: ' \n' }),
      speaking({ text: 'a'.repeat(4097) }),
      speaking({ text: 1 }),
    );
    refuses('clips[0].speech.voice', speaking({ voice: '' }), speaking({ voice: 'a\nb' }));
    refuses('clips[0].speech.language', speaking({ language: 'English, please' }));
    refuses('clips[0].speech.speed', speaking({ speed: 0.4 }), speaking({ speed: 3 }));
    expect(problems(speaking({ pitch: 1 }))).to.deep.equal(['clips[0].speech.pitch is not a known field']);
  });

  it('lasts as long as its sound, unless its clip has an end', () => {
    const frameOf = (timeFrame: object) =>
      rightOf(decode(CreateVideoBody, body({}, [voice({ timeFrame })]))).clips[0]?.timeFrame;
    expect(frameOf({ start: 500 })).to.deep.equal({ start: 500, end: 'source' });
    expect(frameOf({ end: 900 })).to.deep.equal({ start: 0, end: 900 });
    expect(frameOf({ duration: 900 })).to.deep.equal({ start: 0, duration: 900 });
  });

  it('gives its words to captions that name its clip', () => {
    const shown = (from: unknown) => caption({ words: { from } });
    accepts(
      body({}, [shown('voice'), voice()]),
      body({}, [shown('voice'), { type: 'group', timeFrame: { end: 1 }, clips: [voice()] }]),
    );
    refuses(
      'clips[0].captionProperties.words.from',
      body({}, [shown('voice')]),
      body({}, [shown('voice'), { ...voice(), speech: undefined, source: 'https://example.com/a.mp3' }]),
      body({}, [shown(3), voice()]),
    );
    refuses(
      'clips[0].captionProperties.subtitles',
      body({}, [
        caption({ words: { from: 'voice' }, subtitles: { source: 'https://example.com/a.srt' } }),
        voice(),
      ]),
    );
  });
});
