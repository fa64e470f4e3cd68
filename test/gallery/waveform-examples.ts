import type { Example } from './example.js';

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

/** What the gallery shows of clips of type `waveform`. */
export const WAVEFORM_EXAMPLES: ReadonlyArray<Example> = [
  shows('bars', { barWidth: 6, gap: 4, barRadius: 3 }),
  shows('line', { lineWidth: 2 }),
  shows('circle', { barWidth: 4, gap: 2 }),
];
