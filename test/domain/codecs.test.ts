import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { type Codec, decode } from '../../domain/codec/codec.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { CreateRenderBody, CreateVideoBody, PatchVideoBody } from '../../domain/composition/requests.js';
import { ofType } from '../support/examples.js';
import { rightOf } from '../support/right-of.js';

type Json = Record<string, unknown>;

const body = (metadata: Json = {}, clips: ReadonlyArray<unknown> = [], more: Json = {}) => ({
  metadata: { name: 'n', duration: 1000, ...metadata },
  clips,
  ...more,
});
const text = (more: Json = {}, properties: Json = {}) => ({
  type: 'text',
  timeFrame: { end: 10 },
  textProperties: { content: 'Hi', ...properties },
  ...more,
});
const caption = (properties: Json = {}) => ({
  type: 'caption',
  timeFrame: { end: 10 },
  captionProperties: {
    words: [],
    highlightTextProperties: {},
    nonHighlightTextProperties: {},
    ...properties,
  },
});

const problemsIn =
  <A>(codec: Codec<A, unknown>) =>
  (value: unknown): ReadonlyArray<string> => {
    const decoded = decode(codec, value);
    return E.isLeft(decoded) ? decoded.left : [];
  };
const problems = problemsIn(CreateVideoBody);
const accepts = (...values: ReadonlyArray<unknown>): void => {
  for (const value of values) expect(problems(value), JSON.stringify(value).slice(0, 200)).to.deep.equal([]);
};
/** Asserts that each value is refused with a single problem at this path. */
const refuses = (path: string, ...values: ReadonlyArray<unknown>): void => {
  for (const value of values) {
    const found = problems(value);
    expect(found, JSON.stringify(value).slice(0, 200)).to.have.length(1);
    expect(found[0]).to.satisfy((line: string) => line.startsWith(`${path} must`), found[0]);
  }
};

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

describe('codecs: bounds', () => {
  const bounds = (
    path: string,
    make: (value: unknown) => unknown,
    good: ReadonlyArray<unknown>,
    bad: ReadonlyArray<unknown>,
  ) =>
    it(path, () => {
      accepts(...good.map(make));
      refuses(path, ...bad.map(make));
    });
  const notNumbers = [NaN, Infinity, -Infinity, '1', null, true, {}, []];
  const meta = (field: string) => (value: unknown) => body({ [field]: value });
  const inClip = (make: (value: unknown) => Json) => (value: unknown) => body({}, [text(make(value))]);
  const inText = (field: string) => (value: unknown) => body({}, [text({}, { [field]: value })]);
  const inCaption = (field: string) => (value: unknown) => body({}, [caption({ [field]: value })]);

  bounds(
    'metadata.name',
    meta('name'),
    ['x', 'x'.repeat(255), '🎬'.repeat(255)],
    ['', 'x'.repeat(256), 1, null],
  );
  bounds('metadata.name', meta('name'), ['a\nb'], ['a\0b', '\ud800', 'x\udc00']);
  bounds(
    'metadata.duration',
    meta('duration'),
    [1, 0.5 + 1, 14_400_000],
    [0, 0.99, 14_400_000.1, -1, ...notNumbers],
  );
  bounds('metadata.fps', meta('fps'), [1, 29.97, 120], [0.99, 120.01, ...notNumbers]);
  for (const side of ['width', 'height'])
    bounds(
      `metadata.canvas.${side}`,
      (value) => body({ canvas: { [side]: value } }),
      [16, 7680],
      [15, 7681, 16.5, ...notNumbers],
    );
  const colours = ['#fff', '#A0b1C2', '#A0b1C2d3'];
  const notColours = ['fff', '#ff', '#ffff', '#fffff', '#ggg', 'red', '#fff ', ' #fff', '#fff\n', '', 1];
  bounds('metadata.backgroundColor', meta('backgroundColor'), [...colours, 'transparent'], notColours);
  bounds(
    'clips[0].timeFrame.start',
    inClip((start) => ({ timeFrame: { start, end: 20 } })),
    [0, 0.5, 19.9],
    [-1, -0.1, ...notNumbers],
  );
  bounds(
    'clips[0].timeFrame.end',
    inClip((end) => ({ timeFrame: { start: 5, end } })),
    [5.1, 1e9],
    [5, 4, -1, ...notNumbers],
  );
  bounds(
    'clips[0].timeFrame.offset',
    inClip((offset) => ({ timeFrame: { end: 20, offset } })),
    [0, 1e9],
    [-1, ...notNumbers],
  );
  bounds(
    'clips[0].volume',
    inClip((volume) => ({ volume })),
    [0, 0.5, 1, 10],
    [-0.1, 10.1, ...notNumbers],
  );
  for (const axis of ['x', 'y', 'z'])
    bounds(
      `clips[0].position.${axis}`,
      inClip((v) => ({ position: { [axis]: v } })),
      [-1e9, 0, 1e9],
      notNumbers,
    );
  for (const axis of ['x', 'y'])
    bounds(
      `clips[0].transform.scale.${axis}`,
      inClip((v) => ({ transform: { scale: { [axis]: v } } })),
      [0.001, 100],
      [0, -1, 100.1, ...notNumbers],
    );
  bounds(
    'clips[0].transform.rotation',
    inClip((rotation) => ({ transform: { rotation } })),
    [-720, 0, 1e6],
    notNumbers,
  );
  for (const side of ['width', 'height'])
    bounds(
      `clips[0].size.${side}`,
      inClip((v) => ({ size: { [side]: v } })),
      [0.1, 16_384],
      [0, -1, 16_384.1, ...notNumbers],
    );
  bounds(
    'clips[0].effects.opacity',
    inClip((opacity) => ({ effects: { opacity } })),
    [0, 1],
    [-0.1, 1.1, ...notNumbers],
  );
  bounds('clips[0].textProperties.fontSize', inText('fontSize'), [1, 2000], [0.9, 2000.1, ...notNumbers]);
  bounds('clips[0].textProperties.fontWeight', inText('fontWeight'), [100, 900], [99, 901, ...notNumbers]);
  for (const edge of ['padding', 'strokeWidth', 'borderWidth'])
    bounds(`clips[0].textProperties.${edge}`, inText(edge), [0, 500], [-1, 500.1, ...notNumbers]);
  for (const colour of ['color', 'strokeColor', 'borderColor'])
    bounds(`clips[0].textProperties.${colour}`, inText(colour), colours, [...notColours, 'transparent']);
  bounds(
    'clips[0].textProperties.backgroundColor',
    inText('backgroundColor'),
    [...colours, 'transparent'],
    notColours,
  );
  bounds(
    'clips[0].textProperties.textAlign',
    inText('textAlign'),
    ['left', 'center', 'right', 'justify'],
    ['middle', '', 1],
  );
  bounds('clips[0].textProperties.fontStyle', inText('fontStyle'), ['normal', 'italic'], ['oblique', 1]);
  bounds('clips[0].textProperties.underline', inText('underline'), [true, false], ['true', 0, null]);
  bounds(
    'clips[0].captionProperties.maxWordsInFrame',
    inCaption('maxWordsInFrame'),
    [1, 1000],
    [0, 1.5, ...notNumbers],
  );
  bounds('clips[0].captionProperties.maxWidth', inCaption('maxWidth'), [1, 1e6], [0.9, ...notNumbers]);
  bounds('clips[0].type', (type) => body({}, [text({ type })]), ['text'], ['Text', 'gif', '', null]);
  bounds(
    'renderOptionsInUI',
    (renderOptionsInUI) => body({}, [], { renderOptionsInUI }),
    ['json', [], ['client', 'server'], ['json', 'client', 'server']],
    [1, {}, null],
  );
  bounds(
    'additional',
    (additional) => body({}, [], { additional }),
    [{}, { a: [1, { b: null }] }, { x: 'x'.repeat(LIMITS.additionalBytes - 8) }],
    [
      1,
      [],
      null,
      'x',
      { x: 'x'.repeat(LIMITS.additionalBytes - 7) },
      { a: '\0' },
      JSON.parse('{"a":{"__proto__":1}}'),
      { constructor: 1 },
    ],
  );
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
      ofType('caption', sorted).captionProperties.words.map(({ start, end }) => [start, end]),
    ).to.deep.equal([
      [1, 2],
      [1, 3],
      [5, 6],
    ]);
  });
});

describe('codecs: counts', () => {
  it('allow 1000 clips but not 1001', () => {
    const clips = (count: number) =>
      body(
        {},
        Array.from({ length: count }, () => text()),
      );
    accepts(clips(1000));
    refuses('clips', clips(1001));
  });

  it('allow 20,000 caption words in all clips together but not more', () => {
    const words = (count: number) => Array.from({ length: count }, () => ({ start: 0, end: 1, word: 'w' }));
    const captions = (...counts: ReadonlyArray<number>) =>
      body(
        {},
        counts.map((count) => caption({ words: words(count) })),
      );
    accepts(captions(20_000), captions(10_000, 10_000));
    refuses('clips', captions(10_000, 10_001));
    expect(problems(captions(20_001))).to.include(
      'clips[0].captionProperties.words must have at most 20000 items',
    );
  });

  it('require ids that are unique within the video', () => {
    accepts(body({}, [text({ id: 'x' }), text({ id: 'y' }), text()]));
    refuses('clips[2].id', body({}, [text({ id: 'x' }), text({ id: 'y' }), text({ id: 'x' })]));
  });
});

describe('codecs: reporting all problems at once', () => {
  it('reports each problem with its path, including unknown fields', () => {
    const wrong = {
      metadata: { name: '', duration: 0, fps: 'x', canvas: { width: 1, depth: 1 }, redirectUrl: 'x' },
      clips: [
        text({ voulme: 1, timeFrame: { start: 5, end: 5 } }),
        'clip',
        { type: 'video', timeFrame: { start: -1, end: 0 }, volume: 11, size: { width: 0 } },
      ],
      extra: 1,
    };
    expect(problems(wrong)).to.have.members([
      'extra is not a known field',
      'metadata.redirectUrl is not a known field',
      'metadata.name must have 1 to 255 characters',
      'metadata.duration must be a number from 1 to 14400000',
      'metadata.fps must be a number from 1 to 120',
      'metadata.canvas.depth is not a known field',
      'metadata.canvas.width must be a whole number from 16 to 7680',
      'clips[0].voulme is not a known field',
      'clips[0].timeFrame.end must be greater than clips[0].timeFrame.start',
      'clips[1] must be an object',
      'clips[2].timeFrame.start must be a number of at least 0',
      'clips[2].volume must be a number from 0 to 10',
      'clips[2].size.width must be a number greater than 0 and at most 16384',
      'clips[2].source is required',
    ]);
  });

  it('refuses unsafe field names', () => {
    expect(
      problems(JSON.parse('{"metadata":{"name":"n","duration":1,"__proto__":{"fps":1}},"clips":[]}')),
    ).to.deep.equal(['metadata.__proto__ is not a known field']);
  });
});

describe('codecs: other request bodies', () => {
  it('accepts a render with captions', () => {
    const sent = { ...body(), autoGenerateCaptionWords: true, captionLanguageCode: 'en-US' };
    expect(rightOf(decode(CreateRenderBody, sent))).to.include({
      autoGenerateCaptionWords: true,
      captionLanguageCode: 'en-US',
    });
    expect(rightOf(decode(CreateRenderBody, { metadata: body().metadata })).clips).to.deep.equal([]);
    expect(problemsIn(CreateRenderBody)({ ...sent, captionLanguageCode: 'de' })).to.deep.equal([
      'captionLanguageCode must be one of en, en-US',
    ]);
  });

  it('accepts a patch of any part, and null only for the free-form part', () => {
    expect(problemsIn(PatchVideoBody)({})).to.deep.equal([]);
    expect(problemsIn(PatchVideoBody)({ additional: null })).to.deep.equal([]);
    expect(problemsIn(PatchVideoBody)({ clips: null, metadata: null })).to.have.length(2);
  });

  it('drops the sign of negative zero, which JSON cannot represent', () => {
    const { position } =
      rightOf(decode(CreateVideoBody, body({}, [text({ position: { x: -0 } })]))).clips[0] ?? {};
    expect(Object.is(position?.x, 0)).to.equal(true);
  });
});

describe('codecs: number of reported problems', () => {
  const unknown = (count: number): Json =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));

  it('reports the first hundred and then how many more there are', () => {
    const found = problems(body({}, [text(unknown(60)), text(unknown(60))]));
    expect(found).to.have.length(101);
    expect(found[0]).to.equal('clips[0].f0 is not a known field');
    expect(found[99]).to.equal('clips[1].f39 is not a known field');
    expect(found[100]).to.equal('and 20 more problems');
  });

  it('reports exactly one hundred in full', () => {
    const found = problems(body({}, [text(unknown(100))]));
    expect(found).to.have.length(100);
    expect(found[99]).to.equal('clips[0].f99 is not a known field');
    expect(problems(body({}, [text(unknown(101))])).at(-1)).to.equal('and 1 more problem');
  });

  it('counts more problems than a call can have arguments, in lists, objects and patches', () => {
    const word = { start: 0, end: 0, word: 'a', ...unknown(20) };
    const words = Array.from({ length: LIMITS.captionWords }, () => word);
    expect(problems(body({}, [caption({ words })])).at(-1)).to.equal('and 399900 more problems');
    const clips = Array.from({ length: LIMITS.clips }, () => text(unknown(400)));
    expect(problems(body({}, clips)).at(-1)).to.equal('and 399900 more problems');
    expect(problemsIn(PatchVideoBody)({ clips, ...unknown(300_000) }).at(-1)).to.equal(
      'and 699900 more problems',
    );
  });
});
