import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { withClip } from '../document.js';
import type { PlacedClip } from '../places.js';
import type { Shared } from '../shared.js';

type TextClip = Extract<Clip, { readonly type: 'text' }>;

interface TextEditProps extends Pick<Shared, 'document' | 'change'> {
  readonly clip: PlacedClip;
  readonly box: Rect;
  readonly zoom: number;
  readonly end: () => void;
}

/** The text of a clip, typed where it stands. Escape or a press elsewhere ends it. */
export const TextEdit = ({ clip, box, zoom, document, change, end }: TextEditProps) => {
  const edited = document.clips.find(({ id }) => id === clip.id);
  const { resolved } = clip;
  if (edited?.type !== 'text' || resolved.type !== 'text') return null;
  const { fontSize, textAlign, lineHeight, fontWeight } = resolved.textProperties;
  const type = (content: string): void =>
    change(
      withClip(document, clip.id, (one) => ({
        ...one,
        textProperties: { ...(one as TextClip).textProperties, content },
      })),
      `type ${clip.id}`,
    );
  return (
    <textarea
      className="text-edit"
      aria-label={`Text of ${clip.label}`}
      autoFocus
      value={edited.textProperties.content ?? ''}
      style={{
        left: box.x * zoom,
        top: box.y * zoom,
        width: box.width * zoom,
        height: box.height * zoom,
        fontSize: Math.max(12, fontSize * zoom),
        fontWeight,
        lineHeight,
        textAlign,
      }}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => type(target.value)}
      onBlur={end}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') end();
      }}
    />
  );
};
