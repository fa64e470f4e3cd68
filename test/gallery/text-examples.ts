import { type Example, exampleOf } from './example.js';

const styled = exampleOf('Text');
const movingText = exampleOf('Text that moves');
const captioned = exampleOf('Captions');

const text = (textProperties: object, more: object = {}): object => ({
  type: 'text',
  timeFrame: { end: 'video' },
  size: { width: '100%', height: '100%' },
  ...more,
  textProperties: {
    fontFamily: 'Poppins',
    fontWeight: 600,
    fontSize: 32,
    color: '#FFFFFF',
    textAlign: 'center',
    verticalAlign: 'middle',
    ...textProperties,
  },
});
const LONG = 'Videos are made of pictures, words and sound';
const BLOCK = { color: '#E63946', paddingX: 8, paddingY: 2, borderRadius: 8 };

const styles: ReadonlyArray<readonly [string, string, object]> = [
  [
    'text-align',
    '`textAlign` and `verticalAlign`',
    { content: 'Low, right', textAlign: 'right', verticalAlign: 'bottom' },
  ],
  [
    'text-spacing',
    '`letterSpacing` and `textTransform`',
    { content: 'Far out', letterSpacing: 8, textTransform: 'uppercase', fontSize: 24 },
  ],
  [
    'text-words',
    '`wordSpacing` and `lineThrough`',
    { content: 'Was 20 now 10', wordSpacing: 12, lineThrough: true, fontSize: 24 },
  ],
  ['text-italic', '`fontStyle: "italic"`', { content: 'Leaning', fontStyle: 'italic', fontSize: 44 }],
  [
    'text-stroke',
    '`strokeWidth` and `strokeColor`',
    { content: 'Outline', fontSize: 48, color: '#FFD60A', strokeWidth: 3, strokeColor: '#E63946' },
  ],
  [
    'text-spans',
    '`spans`: parts with their own styles',
    {
      spans: [
        { text: 'One ' },
        { text: 'line, ', color: '#FFD60A', fontFamily: 'Pacifico', fontWeight: 400 },
        { text: 'three ', fontSize: 20, underline: true },
        { text: 'fonts', fontFamily: 'Bebas Neue', backgroundColor: '#E63946' },
      ],
      fontSize: 28,
    },
  ],
  [
    'text-background-lines',
    '`textBackground` behind each line',
    { content: LONG, fontSize: 18, textBackground: BLOCK },
  ],
  [
    'text-background-block',
    '`textBackground`, `mode: "block"`',
    { content: LONG, fontSize: 18, textBackground: { ...BLOCK, mode: 'block' } },
  ],
  [
    'text-gradient',
    'A gradient as `color`, and a `shadow`',
    {
      content: 'Sunset',
      fontSize: 52,
      fontWeight: 800,
      color: {
        type: 'linear',
        angle: 180,
        stops: [
          { offset: 0.2, color: '#FFD60A' },
          { offset: 0.8, color: '#F72585' },
        ],
      },
      shadow: { x: 3, y: 3, blur: 4, color: '#000000' },
    },
  ],
  ['text-fit', '`fitText`: as large as fits', { content: LONG, fitText: { min: 8, max: 80 }, padding: 6 }],
  [
    'text-ellipsis',
    '`maxLines` and `overflow: "ellipsis"`',
    { content: LONG, fontSize: 22, maxLines: 2, overflow: 'ellipsis' },
  ],
  [
    'text-hyphens',
    '`hyphens: "auto"`',
    { content: 'Internationalization considerations', lang: 'en-US', hyphens: 'auto', fontSize: 26 },
  ],
  [
    'text-direction',
    'Text that runs from right to left',
    { content: 'שלום world', fontFamily: 'Arial', fontSize: 36 },
  ],
];

const animations: ReadonlyArray<readonly [string, object]> = [
  ['fade', { duration: 500, stagger: 100 }],
  ['slide', { duration: 500, stagger: 100, easing: 'easeOutBack' }],
  ['typewriter', { duration: 1200 }],
  ['scale', { duration: 500, stagger: 100, easing: 'easeOutBack' }],
  ['blur', { duration: 500, stagger: 100 }],
  ['wave', { at: 'loop', duration: 750, stagger: 90 }],
  ['highlight', { duration: 400, stagger: 130 }],
];
const captions = ['none', 'karaoke', 'pop', 'bounce', 'slide', 'underline', 'box', 'wordByWord'];

const changing = (property: string, from: unknown, to: unknown) => ({
  property,
  points: [
    { time: 0, value: from },
    { time: 1400, value: to, easing: 'easeInOut' },
  ],
});

/** What the gallery shows of texts and captions. */
export const TEXT_EXAMPLES: ReadonlyArray<Example> = [
  ...styles.map(([name, title, properties]) => styled(name, title, [text(properties)])),
  styled(
    'text-size-auto',
    '`size` of `"auto"`: the box hugs the lines and their `padding`',
    [
      text(
        { content: 'As wide as it is', fontSize: 22, padding: 10, backgroundColor: '#E63946' },
        {
          position: { anchor: 'center', relativeTo: 'center' },
          size: { width: 'auto', height: 'auto' },
        },
      ),
    ],
    { isRendered: true },
  ),
  ...animations.map(([type, more]) =>
    movingText(`text-animation-${type}`, `\`textProperties.animation\`: ${type}, letter by letter`, [
      text({ content: 'Kinetic', animation: { type, unit: 'letter', ...more } }),
    ]),
  ),
  ...(['word', 'line'] as const).map((unit) =>
    movingText(`text-animation-by-${unit}`, `\`textProperties.animation\`, \`unit: "${unit}"\``, [
      text({
        content: 'Word by word, and line by line',
        fontSize: 24,
        animation: { type: 'slide', unit, duration: 600, stagger: 150, easing: 'easeOutCubic' },
      }),
    ]),
  ),
  movingText('text-counter', '`counter`', [
    text({ counter: { from: 0, to: 100, suffix: ' %', easing: 'easeOut' }, fontSize: 48 }),
  ]),
  movingText('text-keyframes', '`keyframes` of `textProperties`', [
    text(
      { content: 'Wide' },
      {
        keyframes: [
          changing('textProperties.letterSpacing', 0, 16),
          changing('textProperties.color', '#FFFFFF', '#FFD60A'),
        ],
      },
    ),
  ]),
  ...captions.map((animation) =>
    captioned(`caption-${animation}`, `\`captionProperties.animation: "${animation}"\``, [
      {
        type: 'caption',
        timeFrame: { end: 'video' },
        position: { x: 0, y: 40 },
        size: { width: '100%', height: 60 },
        captionProperties: {
          animation,
          maxWidth: 240,
          words: [
            { word: 'Sing', start: 0, end: 450 },
            { word: 'it', start: 450, end: 800 },
            { word: 'loud', start: 800, end: 1500 },
          ],
          highlightTextProperties: {
            fontFamily: 'Poppins',
            fontSize: 34,
            color: '#FFD60A',
            ...(animation === 'box' ? { backgroundColor: '#E63946' } : {}),
          },
          nonHighlightTextProperties: { fontFamily: 'Poppins', fontSize: 34, color: '#FFFFFF' },
        },
      },
    ]),
  ),
];
