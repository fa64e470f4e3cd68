import type { Cue, SpokenCaptions } from './exported-captions.js';

/** The formats of caption files: SubRip, WebVTT, lines of text, and words as JSON. */
export const CAPTION_FORMATS = ['srt', 'vtt', 'txt', 'json'] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

export const captionFile = ({ words, cues }: SpokenCaptions, format: CaptionFormat): string => {
  switch (format) {
    case 'srt':
      return subRip(cues);
    case 'vtt':
      return webVtt(cues);
    case 'txt':
      return cues.map(({ text }) => `${text}\n`).join('');
    case 'json':
      return JSON.stringify({ data: words });
  }
};

/** SubRip has no escapes: text that looks like a tag is not changed. */
const subRip = (cues: ReadonlyArray<Cue>): string =>
  cues
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\n${text}\n`,
    )
    .join('\n');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text as the payload of a WebVTT cue (https://www.w3.org/TR/webvtt1/#syntax). */
export const webVttText = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character);

const webVtt = (cues: ReadonlyArray<Cue>): string =>
  [
    'WEBVTT\n',
    ...cues.map(
      ({ start, end, text }) => `${timestamp(start, '.')} --> ${timestamp(end, '.')}\n${webVttText(text)}\n`,
    ),
  ].join('\n');

/** A time in ms as `01:02:03,004`. */
const timestamp = (ms: number, separator: ',' | '.'): string => {
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0');
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${separator}${part(ms % 1000, 3)}`;
};
