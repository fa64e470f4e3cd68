import { expect } from 'chai';
import { LIMITS } from '../../../domain/composition/limits.js';
import {
  accepts,
  body,
  caption,
  type Json,
  problems,
  refuses,
  text,
} from '../../support/api/codec-checks.js';

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
  const clear = [...colours, 'transparent'];
  bounds(
    'clips[0].effects.border.color',
    inClip((color) => ({ effects: { border: { color } } })),
    clear,
    notColours,
  );
  bounds(
    'clips[0].transition.in.color',
    inClip((color) => ({ transition: { in: { type: 'color', color } } })),
    clear,
    notColours,
  );
  for (const field of ['color', 'strokeColor', 'backgroundColor'])
    bounds(
      `clips[0].textProperties.spans[0].${field}`,
      (value) => body({}, [text({}, { content: 'x', spans: [{ text: 'x', [field]: value }] })]),
      clear,
      notColours,
    );
  bounds(
    'clips[0].keyframes[0].points[0].value',
    inClip((value) => ({ keyframes: [{ property: 'textProperties.color', points: [{ time: 0, value }] }] })),
    clear,
    notColours.filter((value) => value !== 1),
  );
  bounds(
    'clips[0].effects.chromaKey.color',
    inClip((color) => ({ effects: { chromaKey: { color } } })),
    colours,
    [...notColours, 'transparent'],
  );
  const drawing = (text: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  const room = 256 * 1024 - drawing('').length;
  bounds(
    'clips[0].svg',
    (svg) => body({}, [{ type: 'image', svg, timeFrame: { end: 1 }, size: { width: 9, height: 9 } }]),
    [
      drawing('x'.repeat(room)),
      drawing('é'.repeat(room / 2)),
      `\uFEFF <?xml version="1.0"?>\n<!-- a comment -->${drawing('')}`,
      `<!DOCTYPE svg>${drawing('')}`,
      drawing('{{ title }}'),
      '{{ picture }}',
    ],
    [
      '',
      'hello',
      '<?xml version="1.0"?><html/>',
      '<svgs/>',
      drawing('x'.repeat(room + 1)),
      drawing('é'.repeat(room / 2 + 1)),
      1,
    ],
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
