import type { CSSProperties } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { t } from '../../words/words.js';
import { useDrawn } from '../add/use-drawn.js';
import type { Document } from '../document.js';
import type { PlacedClip } from '../places.js';
import { HEIGHT, PEAKS, type PictureProps, Unread } from './media-content.js';

type SpeakingClip = Extract<Clip, { readonly type: 'audio' }>;

/** The document of a speech and its waveform, which fills the canvas. @param window how much a picture shows, ms */
const spoken = (
  clip: SpeakingClip,
  { start, end }: PlacedClip,
  window: number,
  duration: number,
): Document => {
  const { id, speech, timeFrame, keyframes } = clip;
  const size = { width: PEAKS, height: HEIGHT };
  const times = { ...timeFrame, start: 0, end: end - start, after: undefined, gap: undefined };
  const voice = { id, type: 'audio', speech, keyframes, timeFrame: times };
  const style = { clip: id, window, barWidth: 1, gap: 0 };
  const waveform = {
    type: 'waveform',
    timeFrame: { start: 0, end: duration },
    size,
    waveformProperties: style,
  };
  const metadata = { name: 'speech', duration, backgroundColor: '#000000', canvas: size };
  return { metadata, clips: [voice, waveform] } as Document;
};

interface SpokenPartProps {
  readonly document: Document;
  /** ms */
  readonly at: number;
  readonly style: CSSProperties;
}

/** The picture is a mask: what is white in it is seen. */
const SpokenPart = ({ document, at, style }: SpokenPartProps) => {
  const { element, url, problem } = useDrawn<HTMLSpanElement>(document, at, PEAKS);
  const drawn = url === undefined ? {} : { maskImage: `url(${url})` };
  return (
    <span
      className="spoken"
      ref={element}
      title={problem}
      style={{ ...style, ...drawn }}
      data-drawn={url !== undefined}
    >
      {problem !== undefined && <Unread words={t('No waveform')} />}
    </span>
  );
};

/** The most and the least that a picture of a waveform shows, ms. */
const WINDOW = { least: 100, most: 60_000 };

/** The level of a speech over time, which the service has spoken. */
export const SpokenWaveform = ({ clip, placed }: PictureProps & { readonly clip: SpeakingClip }) => {
  const length = placed.end - placed.start;
  const window = Math.max(WINDOW.least, Math.min(WINDOW.most, length));
  const count = Math.ceil(length / window);
  const document = spoken(clip, placed, window, count * window);
  return (
    <span className="clip-content" aria-hidden="true">
      {Array.from({ length: count }, (_, part) => {
        const style = { left: `${(100 * part * window) / length}%`, width: `${(100 * window) / length}%` };
        return <SpokenPart key={part} {...{ document, style }} at={(part + 0.5) * window} />;
      })}
    </span>
  );
};
