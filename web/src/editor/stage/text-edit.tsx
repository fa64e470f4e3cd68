import type { CSSProperties, ReactNode } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { type Document, withClip } from '../document.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';
import { variableIn, withVariable } from '../variables/template.js';
import { TextFace } from './text-face.js';
import { t } from '../../words/words.js';

type TextClip = Extract<Clip, { readonly type: 'text' }>;

interface TextEditProps {
  readonly clip: PlacedClip;
  readonly zoom: number;
  readonly end: () => void;
  /** Moves on to another text on the stage; absent if there is none. */
  readonly goOn: (() => void) | undefined;
}

/** Whether the text of a clip can be typed: that of a counter follows from its numbers. */
export const isTyped = ({ resolved }: PlacedClip): boolean =>
  resolved.type === 'text' && resolved.textProperties.counter === undefined;

/**
 * Edits the text of a clip, or the variable that it consists of, on the stage. Escape or a press elsewhere ends it, and
 * Tab moves on to the next text.
 */
export const TextEdit = ({ clip, zoom, end, goOn }: TextEditProps) => {
  const { document, change } = useShared();
  const edited = document.clips.find(({ id }) => id === clip.id);
  const { resolved } = clip;
  if (edited?.type !== 'text' || resolved.type !== 'text') return null;
  const { content = '' } = edited.textProperties;
  const variable = variableIn(content);
  const shown = variable ? resolved.textProperties.content : content;
  const typed = (content: string): Document =>
    variable
      ? withVariable(document, variable.name, { default: content })
      : withClip(document, clip.id, (one) => ({
          ...one,
          textProperties: { ...(one as TextClip).textProperties, content },
        }));
  const field = (style: CSSProperties): ReactNode => (
    <textarea
      className="text-edit"
      aria-label={t('Text of {label}', { label: clip.label })}
      autoFocus
      rows={1}
      dir={resolved.textProperties.direction ?? 'auto'}
      value={shown}
      style={style}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => change(typed(target.value), `type ${clip.id}`)}
      onBlur={end}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          event.currentTarget.closest('.canvas')?.querySelector<HTMLElement>('.clip-box.selected')?.focus();
          end();
        }
        if (event.key !== 'Tab' || event.shiftKey || !goOn) return;
        event.preventDefault();
        goOn();
      }}
    />
  );
  return <TextFace {...clip} zoom={zoom} shown={new Set([clip.id])} over={field} />;
};
