import type { CSSProperties, ReactNode } from 'react';
import { textStates } from '../../../../domain/composition/animation/text-states.js';
import {
  frameAt,
  frameCount,
  type FrameRate,
  frameRate,
  type FrameSpan,
} from '../../../../domain/composition/timeline.js';
import type { ResolvedClipOf, ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import { useFamily } from '../form/font-faces.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';
import { CaptionFace } from './caption-face.js';
import { alignedLines, boxStyle, edgeStyle, glyphStyle, imageOf, linesStyle } from './face-styles.js';

/** Makes an empty line as high as others. */
const NO_WIDTH = '\u200B';

const Letters = ({ content, spans }: ResolvedText): ReactNode => {
  if (!spans) return content === '' || content.endsWith('\n') ? content + NO_WIDTH : content;
  return spans.map(({ text, ...span }, index) => (
    <span
      key={index}
      style={{
        ...(span.backgroundColor === undefined ? {} : { background: imageOf(span.backgroundColor) }),
        ...glyphStyle(span),
      }}
    >
      {text}
    </span>
  ));
};

interface FaceProps {
  readonly clip: PlacedClip;
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
  /** What lies over the letters of a text, in their style. */
  readonly over?: ((style: CSSProperties) => ReactNode) | undefined;
}

/** The frame at the playhead. */
const useFrameSpan = (): readonly [FrameSpan, FrameRate] => {
  const { ms, places } = useShared();
  const rate = frameRate(places.fps);
  return [frameAt(ms, rate, frameCount(places.duration, rate)), rate];
};

export interface FaceOf<T extends 'text' | 'caption'> {
  readonly clip: ResolvedClipOf<T>;
  readonly at: ReturnType<typeof useFrameSpan>;
  readonly box: CSSProperties;
}

const LettersFace = ({ clip, at: [span, rate], box, over }: FaceOf<'text'> & Pick<FaceProps, 'over'>) => {
  const text = textStates(clip, span, rate)[0]?.text ?? clip.textProperties;
  const fontFamily = useFamily(text.fontFamily);
  const style: CSSProperties = {
    ...glyphStyle(text),
    fontFamily,
    textAlign: text.textAlign,
    hyphens: text.hyphens ?? 'none',
    caretColor: typeof text.color === 'string' ? text.color : '#fff',
    ...(text.counter ? { fontVariantNumeric: 'tabular-nums' } : {}),
  };
  return (
    <div
      className="text-face"
      lang={text.lang}
      style={{
        ...box,
        ...edgeStyle(text),
        overflow: text.overflow === 'clip' ? 'hidden' : 'visible',
        alignContent: alignedLines(text.verticalAlign),
      }}
    >
      <div dir={text.direction ?? 'auto'} style={style} aria-hidden="true">
        <span style={linesStyle(text)}>
          <Letters {...text} />
        </span>
      </div>
      {over?.(style)}
    </div>
  );
};

/**
 * A text or the words of a caption at the playhead in CSS, nearly as the service will paint them at rest: while they are
 * typed, and until the service has painted them.
 */
export const TextFace = ({ clip: { resolved, placement }, zoom, over }: FaceProps) => {
  const at = useFrameSpan();
  if (!placement) return null;
  const box = boxStyle(resolved, placement, zoom);
  if (resolved.type === 'caption') return <CaptionFace {...{ at, box }} clip={resolved} />;
  return resolved.type === 'text' ? <LettersFace {...{ at, box }} clip={resolved} over={over} /> : null;
};
