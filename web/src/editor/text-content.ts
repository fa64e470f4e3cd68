import type { Clip } from '../../../clients/typescript/core/types.js';
import { textOfSpans } from '../../../domain/composition/fields/text.js';

type Text = Extract<Clip, { readonly type: 'text' }>['textProperties'];
type Spans = NonNullable<Text['spans']>;

/** How many items two lists have in common at their start. */
const common = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const differs = one.findIndex((item, index) => item !== other[index]);
  return differs < 0 ? one.length : differs;
};

/** The spans with another text. What is new has the style of what it replaces, or of the letter before it. */
const retyped = (spans: Spans, content: string): Spans => {
  const [before, after] = [Array.from(textOfSpans(spans)), Array.from(content)];
  const from = common(before, after);
  const kept = common(before.slice(from).toReversed(), after.slice(from).toReversed());
  const [until, added] = [before.length - kept, after.slice(from, after.length - kept).join('')];
  const styled = until > from ? from : Math.max(0, from - 1);
  let end = 0;
  let isAdded = false;
  const changed = spans.map((span, index) => {
    const letters = Array.from(span.text);
    const start = end;
    end += letters.length;
    const takes = !isAdded && (styled < end || index === spans.length - 1);
    isAdded ||= takes;
    const first = letters.slice(0, Math.max(0, from - start)).join('');
    return {
      ...span,
      text: first + (takes ? added : '') + letters.slice(Math.max(0, until - start)).join(''),
    };
  });
  const shown = changed.filter(({ text }) => text !== '');
  return shown.length > 0 ? shown : changed.slice(0, 1);
};

const agreeing = (text: Text, before: Text | undefined): Text => {
  const { content, ...others } = text;
  const { spans, counter } = others;
  if (counter) return others;
  if (!spans || content === textOfSpans(spans)) return text;
  const isTyped = content !== undefined && content !== before?.content;
  return isTyped ? { ...text, spans: retyped(spans, content) } : { ...text, content: textOfSpans(spans) };
};

/**
 * Clips after a change, in which the content of texts is that of their spans, as the service requires: what was typed
 * goes into the spans. The content of counters follows from their numbers.
 */
export const withAgreeingTexts = <C extends Clip>(
  clips: ReadonlyArray<C>,
  before: ReadonlyArray<Clip>,
): C[] =>
  clips.map((clip, index) => {
    if (clip === before[index] || before.includes(clip)) return clip;
    const old = before.find(({ id }) => id !== undefined && id === clip.id);
    if (clip.type === 'group')
      return { ...clip, clips: withAgreeingTexts(clip.clips, old?.type === 'group' ? old.clips : []) };
    if (clip.type !== 'text') return clip;
    const last = old?.type === 'text' ? old.textProperties : undefined;
    return { ...clip, textProperties: agreeing(clip.textProperties, last) };
  });
