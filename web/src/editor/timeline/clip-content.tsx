import type { Clip } from '../../../../clients/typescript/core/types.js';
import { wordsOf } from '../caption-words.js';
import type { PlacedClip } from '../places.js';
import { Filmstrip, Picture, Waveform } from './media-content.js';
import { SpokenWaveform } from './spoken-waveform.js';

interface ClipContentProps {
  readonly placed: PlacedClip;
  readonly clip: Clip | undefined;
  readonly pxPerMs: number;
  /** Whether the service can read its source: it reads only sources of the stored video. */
  readonly isReadable: boolean;
}

/** Words narrower than this are marks without text, px. */
const WORDS_FROM = 20;

/** The media that a clip plays. */
export const sourceOf = (clip: Clip | undefined): string | undefined =>
  clip?.type === 'video' || clip?.type === 'audio' ? clip.source : undefined;

/** The content of a clip: frames of a video, levels of a sound, words of captions. Hidden from screen readers. */
export const ClipContent = ({ placed, clip, pxPerMs, isReadable }: ClipContentProps) => {
  const source = sourceOf(clip);
  if (clip?.type === 'caption') {
    const { offset = 0 } = clip.timeFrame;
    return (
      <span className="clip-content" aria-hidden="true">
        {wordsOf(clip).map(({ word, start, end }, index) => {
          const width = Math.max(2, (end - start) * pxPerMs);
          // Drawn by the style sheet: the name of the bar need not contain the words.
          const shown = width < WORDS_FROM ? '' : word;
          const style = { left: (start - offset) * pxPerMs, width };
          return <span key={index} className="word" data-word={shown} style={style} />;
        })}
      </span>
    );
  }
  if (clip?.type === 'audio' && clip.speech) return <SpokenWaveform {...{ clip, placed }} />;
  if (clip?.type === 'image') return <Picture {...{ clip, placed }} />;
  if (source === undefined) return null;
  const props = { placed, source, width: (placed.end - placed.start) * pxPerMs, isReadable };
  return clip?.type === 'video' ? <Filmstrip {...props} /> : <Waveform {...props} />;
};
