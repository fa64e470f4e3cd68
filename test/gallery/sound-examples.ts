import type { Example } from './example.js';

const sound = (file: 'music' | 'voice', more: object = {}): object => ({
  id: file,
  type: 'audio',
  source: `https://example.com/${file}.wav`,
  timeFrame: { end: 'video' },
  ...more,
});
const heard = (
  name: string,
  title: string,
  clips: ReadonlyArray<object>,
  metadata?: Example['metadata'],
): Example => ({
  section: 'Sound',
  name: `sound-${name}`,
  title,
  clips,
  ...(metadata ? { metadata } : {}),
  isHeard: true,
});
/** Short enough to see single oscillations. */
const INSTANT = { start: 300, end: 320 };
const points = [
  { time: 0, value: 0.2 },
  { time: 700, value: 1, easing: 'easeInOut' },
  { time: 1000, value: 0.5, easing: 'hold' },
];
const shows = (style: string, more: object): Example => ({
  section: 'Waveforms',
  name: `waveform-${style}`,
  title: `A \`waveform\` clip, \`style: "${style}"\``,
  clips: [
    {
      type: 'waveform',
      timeFrame: { end: 'video' },
      size: { width: '100%', height: '100%' },
      waveformProperties: {
        source: 'https://example.com/voice.wav',
        style,
        color: '#FFD60A',
        window: 1000,
        ...more,
      },
    },
  ],
});

/** What the gallery shows of sound: pictures of what is heard, and clips of type `waveform`. */
export const SOUND_EXAMPLES: ReadonlyArray<Example> = [
  heard('as-it-is', 'A tone as it is', [sound('music')]),
  heard('fades', '`audio.fadeIn` and `audio.fadeOut`', [
    sound('music', { audio: { fadeIn: 500, fadeOut: 500 } }),
  ]),
  heard('equal-power', '`audio.curve: "equalPower"`', [
    sound('music', { audio: { fadeIn: 500, fadeOut: 500, curve: 'equalPower' } }),
  ]),
  heard('pan', '`audio.pan`', [sound('music', { audio: { pan: -0.6 } })]),
  heard('volume', '`keyframes` of `volume`', [
    sound('music', { keyframes: [{ property: 'volume', points }] }),
  ]),
  heard('highpass', '`audio.highpass`: little is left of a low tone', [
    sound('music', { audio: { highpass: 600 } }),
  ]),
  heard('normalize', '`audio.normalize`: a loud tone at -16 LUFS', [
    sound('music', { audio: { normalize: -16 } }),
  ]),
  heard('cross-fade', 'A cross-fade of two sounds that overlap', [
    sound('music', { timeFrame: { end: 1000 }, audio: { fadeOut: 500, curve: 'equalPower', pan: -1 } }),
    {
      ...sound('music', {
        timeFrame: { start: 500, end: 1500 },
        audio: { fadeIn: 500, curve: 'equalPower', pan: 1 },
      }),
      id: 'next',
    },
  ]),
  heard('duck', '`duck`: music makes room for a voice', [
    sound('music', { volume: 0.6, duck: { by: -18, when: ['voice'], attack: 150, release: 300 } }),
    sound('voice'),
  ]),
  heard('loudness', '`metadata.loudness`: a quiet tone becomes louder', [sound('music', { volume: 0.1 })], {
    loudness: { target: -10 },
  }),
  heard('soundtrack', '`metadata.soundtrack`, ducked while a voice speaks', [sound('voice')], {
    soundtrack: {
      source: 'https://example.com/music.wav',
      volume: 0.6,
      fadeIn: 300,
      fadeOut: 400,
      duck: { by: -18, attack: 150, release: 300 },
    },
  }),
  {
    ...heard('pitch-keep', '`timeFrame.speed: 2` keeps the pitch; 20 ms are shown', [
      sound('music', { timeFrame: { end: 'video', speed: 2 } }),
    ]),
    part: INSTANT,
  },
  {
    ...heard('pitch-follow', '`effects.pitch: "follow"`: the pitch doubles with the speed', [
      sound('music', { timeFrame: { end: 'video', speed: 2 }, effects: { pitch: 'follow' } }),
    ]),
    part: INSTANT,
  },
  shows('bars', { barWidth: 6, gap: 4, barRadius: 3 }),
  shows('line', { lineWidth: 2 }),
  shows('circle', { barWidth: 4, gap: 2 }),
];
