/** Videos and bodies of requests, valid and invalid, by what they show. */

export const clip = (more: object) => ({
  type: 'text',
  timeFrame: { end: 10 },
  textProperties: { content: 'x' },
  ...more,
});
export const video = (metadata: object = {}, clips: ReadonlyArray<object> = [], more: object = {}) => ({
  metadata: { name: 'v', duration: 1000, ...metadata },
  clips,
  ...more,
});
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

export const image = { type: 'image', textProperties: undefined, source: 'https://a.example/b.png' };

export const accepted: Readonly<Record<string, object>> = {
  'the smallest video': video(),
  'the longest name, counted in characters': video({ name: '😀'.repeat(255) }),
  'fractional frame rates': video({ fps: 29.97 }),
  'the smallest and largest canvas': video({ canvas: { width: 16, height: 7680 } }),
  'colours with alpha': video({ backgroundColor: '#11223344' }),
  'a single render option': video({}, [], { renderOptionsInUI: 'json' }),
  'no render option': video({}, [], { renderOptionsInUI: [] }),
  'a text clip without source': video({}, [clip({})]),
  'a text clip with an empty source': video({}, [clip({ source: '' })]),
  'the extra fields of the guide': video(
    {},
    [clip({ id: 'mine', effects: { opacity: 0.5 }, textProperties: { content: 'x', lineHeight: 2 } })],
    { version: '1.0.0' },
  ),
  'properties that the type does not use': video({}, [clip({ ...image, textProperties: { anything: [1] } })]),
  'additional properties of 64 KiB': video({}, [], { additional: { a: 'x'.repeat(64 * 1024 - 8) } }),
  'a thousand clips': video(
    {},
    Array.from({ length: 1000 }, () => clip({})),
  ),
};
/** Each with the reported problem. */
export const refused: ReadonlyArray<readonly [string, object, string]> = [
  ['an empty name', video({ name: '' }), 'metadata.name must have 1 to 255 characters'],
  ['a name too long', video({ name: 'x'.repeat(256) }), 'metadata.name must have 1 to 255 characters'],
  ['a lone surrogate', video({ name: '\ud800' }), 'metadata.name must not contain NUL or lone surrogates'],
  ['NUL', video({ name: 'a\0b' }), 'metadata.name must not contain NUL or lone surrogates'],
  ['no duration', video({ duration: undefined }), 'metadata.duration is required'],
  [
    'too long a duration',
    video({ duration: 14_400_001 }),
    'metadata.duration must be a number from 1 to 14400000',
  ],
  ['121 frames a second', video({ fps: 121 }), 'metadata.fps must be a number from 1 to 120'],
  [
    'a canvas with a fractional side',
    video({ canvas: { width: 16.5 } }),
    'metadata.canvas.width must be a whole number from 16 to 7680',
  ],
  [
    'an invalid colour',
    video({ backgroundColor: 'red' }),
    'metadata.backgroundColor must be transparent or a colour like #RGB, #RRGGBB or #RRGGBBAA',
  ],
  ['a misspelt field', video({}, [clip({ voulme: 1 })]), 'clips[0].voulme is not a known field'],
  ['no clips', { metadata: { name: 'v', duration: 1 } }, 'clips is required'],
  [
    'an unknown type',
    video({}, [clip({ type: 'gif' })]),
    'clips[0].type must be one of video, image, text, audio, caption, shape, progress, waveform, group',
  ],
  [
    'an image without source',
    video({}, [clip({ ...image, source: undefined })]),
    'clips[0].source is required',
  ],
  [
    'a source with credentials',
    video({}, [clip({ ...image, source: 'https://a:b@c.example/' })]),
    'clips[0].source must be an absolute http: or https: URL without credentials or whitespace',
  ],
  [
    'a text clip without text',
    video({}, [clip({ textProperties: undefined })]),
    'clips[0].textProperties is required',
  ],
  [
    'an end before the start',
    video({}, [clip({ timeFrame: { start: 5, end: 5 } })]),
    'clips[0].timeFrame.end must be greater than clips[0].timeFrame.start',
  ],
  [
    'a scale of zero',
    video({}, [clip({ transform: { scale: { x: 0 } } })]),
    'clips[0].transform.scale.x must be a number greater than 0 and at most 100',
  ],
  [
    'a duplicate id',
    video({}, [clip({ id: 'a' }), clip({ id: 'a' })]),
    'clips[1].id must be unique within the video',
  ],
  [
    'more than 64 KiB of additional properties',
    video({}, [], { additional: { a: 'x'.repeat(64 * 1024) } }),
    'additional must be at most 65536 bytes as JSON',
  ],
  [
    '1001 clips',
    video(
      {},
      Array.from({ length: 1001 }, () => clip({})),
    ),
    'clips must have at most 1000 items',
  ],
];
/** Bodies that are refused when they are parsed. */
export const hostile: Readonly<Record<string, string | Uint8Array>> = {
  'invalid JSON': '{"metadata":',
  'an empty body': '',
  'an array': '[]',
  'bytes that are not UTF-8': Uint8Array.from([0x22, 0xff, 0xfe, 0x22]),
  '33 levels of nesting': `{"metadata":{"name":"v","duration":1},"clips":[],"additional":${nested(32)}}`,
  'a hundred thousand levels of nesting': '['.repeat(100_000),
  __proto__: '{"metadata":{"name":"v","duration":1},"clips":[],"__proto__":{"polluted":1}}',
  'an escaped __proto__ deep inside':
    '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"a":{"__pro\\u0074o__":{"polluted":1}}}}',
  constructor: '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"constructor":{}}}',
  'a number out of range': '{"metadata":{"name":"v","duration":1e999},"clips":[]}',
  'a number out of range in the free-form part':
    '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"n":-1e999}}',
  NaN: '{"metadata":{"name":"v","duration":NaN},"clips":[]}',
  'an escaped lone surrogate': '{"metadata":{"name":"\\ud800","duration":1},"clips":[]}',
  'an escaped NUL in a field name':
    '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"\\u0000":1}}',
};
