import { withTexts } from '../../../../domain/codec/json.js';
import {
  onlyPlaceholder,
  partsOf,
  type Placeholder,
  placeholderText,
} from '../../../../domain/codec/placeholders.js';
import { type TemplateVariable, templateVariables } from '../../../../domain/template/merge.js';
import type { Document } from '../document.js';
import { REST } from '../resolved-document.js';
import { t } from '../../words/words.js';

// The variables of the video that is edited.

export type Variables = NonNullable<Document['variables']>;
export type Variable = Variables[string];

/** What a variable can be called: `item` and `index` stand for the items of repeated groups. */
const NAME = /^(?!(?:item|index)$)[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Why a variable cannot be called that; undefined if it can. */
export const problemOfName = (name: string, taken: ReadonlyArray<string>): string | undefined => {
  if (taken.includes(name)) return t('Another variable has this name.');
  return NAME.test(name)
    ? undefined
    : t('Begin with a letter, and use letters without accents, digits, _ and -. Not item or index.');
};

/** All variables of a document, those that are only used in a text included. */
export const variablesOf = (document: Document): ReadonlyArray<TemplateVariable> =>
  templateVariables({ ...REST, ...document } as Parameters<typeof templateVariables>[0]);

/** The variable for which a whole value stands. */
export const variableIn = (value: unknown): Placeholder | undefined => {
  if (typeof value !== 'string' || !value.startsWith('{{')) return undefined;
  const only = onlyPlaceholder(value);
  return only && NAME.test(only.name) ? only : undefined;
};

/** The parts of a document in which variables can be used. */
type Parts = Pick<Document, 'metadata' | 'clips'>;

const firstName = ({ name }: Placeholder): string => name.split('.')[0] ?? '';

const uses = (text: string, name: string): boolean =>
  text.includes('{{') && partsOf(text).some((part) => typeof part !== 'string' && firstName(part) === name);

/** Where a variable is used. */
export interface Use {
  /** The outermost clip that it is in; undefined: the settings of the video. */
  readonly clipId: string | undefined;
  /** Where it is in the clip or in the settings, such as `textProperties.content`. */
  readonly path: string;
}

/** Where a variable is used. */
export const usesOf = ({ metadata, clips }: Document, name: string): ReadonlyArray<Use> => {
  const found: Use[] = [];
  const look = (node: unknown, clipId: string | undefined): void => {
    withTexts(node, (text, path) => {
      if (uses(text, name)) found.push({ clipId, path });
      return text;
    });
  };
  look(metadata, undefined);
  for (const clip of clips) look(clip, clip.id);
  return found;
};

/** The document with the placeholders of one variable replaced: by others, or by values. */
const withPlaceholders = (
  document: Document,
  name: string,
  replaced: (placeholder: Placeholder) => Placeholder | { readonly value: unknown },
): Document => {
  const { metadata, clips } = document;
  const asText = (part: string | Placeholder): string => {
    if (typeof part === 'string') return part.replaceAll('{{', '{{{{');
    const now = firstName(part) === name ? replaced(part) : part;
    if ('value' in now) return String(now.value).replaceAll('{{', '{{{{');
    return placeholderText(now);
  };
  const inText = (text: string): unknown => {
    if (!uses(text, name)) return text;
    const parts = partsOf(text);
    const [only] = parts;
    const now = typeof only === 'object' && parts.length === 1 ? replaced(only) : undefined;
    return now && 'value' in now && typeof now.value !== 'string' ? now.value : parts.map(asText).join('');
  };
  return { ...document, ...(withTexts({ metadata, clips }, inText) as Parts) };
};

/** The document with these variables; a video that has none has no such field. */
export const withVariables = (document: Document, variables: Variables): Document => {
  const { variables: _, ...plain } = document;
  return Object.keys(variables).length === 0 ? plain : { ...plain, variables };
};

/** The document with a variable, declared if it was not, with these facts. */
export const withVariable = (document: Document, name: string, facts: Variable): Document =>
  withVariables(document, { ...document.variables, [name]: { ...document.variables?.[name], ...facts } });

const withoutDeclaration = (document: Document, name: string): Document => {
  const { [name]: _, ...others } = document.variables ?? {};
  return withVariables(document, others);
};

/** The document in which a variable has another name, in its place of the list. */
export const renamed = (document: Document, name: string, next: string): Document => {
  const variables = Object.entries(document.variables ?? {}).map(
    ([one, facts]) => [one === name ? next : one, facts] as const,
  );
  const changed = withPlaceholders(document, name, (placeholder) => ({
    ...placeholder,
    name: `${next}${placeholder.name.slice(name.length)}`,
  }));
  return withVariables(changed, Object.fromEntries(variables));
};

/** The document with the value of a variable in its place everywhere. */
export const withoutVariable = (document: Document, name: string, value: unknown): Document =>
  withoutDeclaration(
    withPlaceholders(document, name, ({ fallback }) => ({ value: value ?? fallback ?? '' })),
    name,
  );

/** The document without the variable if nothing uses it. */
export const withoutUnused = (document: Document, name: string): Document =>
  usesOf(document, name).length > 0 ? document : withoutDeclaration(document, name);
