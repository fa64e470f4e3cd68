import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { textStates } from '../../../../domain/composition/animation/text-states.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { placementOf } from '../../../../domain/composition/geometry/geometry.js';
import {
  frameAt,
  frameCount,
  type FrameRate,
  frameRate,
  type FrameSpan,
} from '../../../../domain/composition/timeline.js';
import type { ResolvedClipOf, ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import { fittingSize } from '../../../../domain/composition/fitting-size.js';
import { useFamily } from '../form/font-faces.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';
import { CaptionFace } from './caption-face.js';
import {
  alignedLines,
  type BoxStyle,
  boxStyle,
  edgeStyle,
  glyphStyle,
  imageOf,
  linesStyle,
} from './face-styles.js';

/** Makes an empty line as high as others. */
const NO_WIDTH = '\u200B';

const Letters = ({ content, spans, fontSize }: ResolvedText): ReactNode => {
  if (!spans) return content === '' || content.endsWith('\n') ? content + NO_WIDTH : content;
  return spans.map(({ text, ...span }, index) => (
    <span
      key={index}
      style={{
        ...(span.backgroundColor === undefined ? {} : { background: imageOf(span.backgroundColor) }),
        ...glyphStyle(span),
        // Relative, because it grows and shrinks with that of a text that fits its box.
        ...(span.fontSize === undefined ? {} : { fontSize: `${span.fontSize / fontSize}em` }),
      }}
    >
      {text}
    </span>
  ));
};

interface FaceProps extends Pick<PlacedClip, 'placement' | 'resolved'> {
  /** CSS px for each px of the canvas; undefined in a group. */
  readonly zoom: number | undefined;
  /** The ids of the texts and captions that are shown. */
  readonly shown: ReadonlySet<string>;
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
  readonly box: BoxStyle;
}

interface GroupFaceProps extends Pick<FaceProps, 'shown'> {
  readonly clip: ResolvedClipOf<'group'>;
  readonly box: BoxStyle;
}

/** Tolerance for widths and heights that the browser rounds, in px. */
const SLACK = 0.02;

/** Gives an element the font size at which its first child, the letters, fits into a box, if the text asks for that. */
const useFitting = (
  { fitText, maxLines = Infinity, lineHeight, borderWidth, padding }: ResolvedText,
  box: Canvas,
) => {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    const letters = current?.firstElementChild;
    if (!fitText || !letters) return undefined;
    const inset = (borderWidth + padding) * 2;
    const fits = (size: number): boolean => {
      current.style.fontSize = `${size}px`;
      const { width, height } = getComputedStyle(letters);
      return (
        parseFloat(width) <= box.width - inset + SLACK &&
        parseFloat(height) <= box.height - inset + SLACK &&
        Math.round(parseFloat(height) / (size * lineHeight)) <= maxLines
      );
    };
    const fit = (): void => {
      current.classList.add('fitting');
      const size = fittingSize(fitText, fits);
      current.style.fontSize = `${size}px`;
      current.classList.remove('fitting');
    };
    fit();
    let isShown = true;
    void document.fonts.ready.then(() => isShown && fit());
    return () => void (isShown = false);
  });
  return element;
};

const LettersFace = ({ clip, at: [span, rate], box, over }: FaceOf<'text'> & Pick<FaceProps, 'over'>) => {
  const text = textStates(clip, span, rate)[0]?.text ?? clip.textProperties;
  const fontFamily = useFamily(text.fontFamily);
  const element = useFitting(text, box);
  const style: CSSProperties = {
    ...glyphStyle(text),
    ...(text.fitText ? { fontSize: 'inherit' } : {}),
    fontFamily,
    textAlign: text.textAlign,
    hyphens: text.hyphens ?? 'none',
    caretColor: typeof text.color === 'string' ? text.color : '#fff',
    ...(text.counter ? { fontVariantNumeric: 'tabular-nums' } : {}),
  };
  return (
    <div
      ref={element}
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

/** The clips of a group that are shown, where the group places them. */
const GroupFace = ({ clip: group, box, shown }: GroupFaceProps) => {
  const { ms } = useShared();
  const { start: origin } = group.timeFrame;
  const inner = group.clips
    .map((clip) => {
      const { start, end, ...times } = clip.timeFrame;
      return { ...clip, timeFrame: { ...times, start: origin + start, end: origin + end } };
    })
    .filter(({ timeFrame: { start, end } }) => start <= ms && ms < end)
    .toSorted((a, b) => a.position.z - b.position.z);
  return (
    <div className="group-face" style={{ ...box, overflow: group.clip ? 'hidden' : 'visible' }}>
      {inner.map((clip) => (
        <TextFace
          key={clip.id}
          resolved={clip}
          placement={placementOf(clip)}
          zoom={undefined}
          shown={shown}
        />
      ))}
    </div>
  );
};

/**
 * A text or the words of a caption at the playhead in CSS, nearly as the service will paint them at rest: while they are
 * typed, and until the service has painted them. Of a group, those that are shown.
 */
export const TextFace = ({ resolved, placement, zoom, shown, over }: FaceProps) => {
  const at = useFrameSpan();
  if (!placement) return null;
  if (resolved.type === 'group')
    return (
      <GroupFace clip={resolved} box={boxStyle(resolved, placement, zoom, resolved.size)} shown={shown} />
    );
  const box = boxStyle(resolved, placement, zoom);
  if (!shown.has(resolved.id)) return null;
  if (resolved.type === 'caption') return <CaptionFace {...{ at, box }} clip={resolved} />;
  return resolved.type === 'text' ? <LettersFace {...{ at, box }} clip={resolved} over={over} /> : null;
};
