import { Fragment } from 'react';
import { wordLookAt } from '../../../../domain/composition/animation/caption-looks.js';
import { captionGroups } from '../../../../domain/composition/captions/caption-groups.js';
import type { ResolvedTextStyle } from '../../../../domain/composition/resolve/resolved.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import { useFamily } from '../form/font-faces.js';
import { alignedLines, edgeStyle, glyphStyle, linesStyle } from './face-styles.js';
import type { FaceOf } from './text-face.js';

const useWordStyle = (style: ResolvedTextStyle) => {
  const fontFamily = useFamily(style.fontFamily);
  return { ...glyphStyle(style), fontFamily, lineHeight: 1.2, ...edgeStyle(style) };
};

/** The words that a caption shows at the playhead. Each has room for both of its styles, so that lighting up moves none. */
export const CaptionFace = ({ clip, at: [span, rate], box }: FaceOf<'caption'>) => {
  const { captionProperties: caption, timeFrame } = clip;
  const plain = useWordStyle(caption.nonHighlightTextProperties);
  const lit = useWordStyle(caption.highlightTextProperties);
  const [group] = captionGroups(caption, timeFrame, rate, span);
  if (!group) return null;
  const t = instantOf(span.from, rate) - timeFrame.start;
  const isLit = (word: number): boolean => {
    const time = group.times[word];
    return time !== undefined && wordLookAt(caption.animation ?? 'none', time, t).lit >= 0.5;
  };
  const { textAlign } = caption;
  const { background: _, border: __, padding: ___, ...gaps } = plain;
  return (
    <div
      className="text-face"
      dir="auto"
      style={{
        ...box,
        alignContent: alignedLines(caption.verticalAlign),
        justifyContent: `safe ${textAlign === 'justify' ? 'start' : textAlign}`,
        gridTemplateColumns: caption.maxWidth,
      }}
    >
      <div style={{ ...gaps, textAlign }} aria-hidden="true">
        <span style={linesStyle(caption)}>
          {group.words.map((word, index) => (
            <Fragment key={index}>
              {index > 0 && ' '}
              <span className="face-word">
                <span style={{ ...plain, ...(isLit(index) ? { visibility: 'hidden' } : {}) }}>{word}</span>
                <span style={{ ...lit, ...(isLit(index) ? {} : { visibility: 'hidden' }) }}>{word}</span>
              </span>
            </Fragment>
          ))}
        </span>
      </div>
    </div>
  );
};
