import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../codec/codec.js';
import { filled, record, template } from '../codec/containers.js';
import { isRecord, withTexts } from '../codec/json.js';
import { assetOfSource } from '../asset/references.js';
import { isTemplateText, partsOf } from '../codec/placeholders.js';
import type { Clip, ClipInput } from '../composition/clips/clip.js';
import { ClipInputs } from '../composition/clips/clip-list.js';
import { type Composition, Metadata } from '../composition/composition.js';
import { fill, type Values } from './fill.js';
import type { Variable, VariableType } from './variables.js';

/** The values do not fit the template. */
export interface MergeIsInvalid {
  readonly _tag: 'MergeIsInvalid';
  readonly problems: ReadonlyArray<string>;
}

export interface TemplateVariable {
  readonly name: string;
  /** `any` if the template does not declare it. */
  readonly type: VariableType | 'any';
  readonly required: boolean;
  readonly default?: unknown;
  readonly description?: string;
}

const FilledFields = filled(record({ metadata: Metadata, clips: ClipInputs }));

/** Whether a node is a clip, whose `when` is a condition. That of `duck` names sounds. */
const isClip = (node: object): boolean => 'type' in node && 'timeFrame' in node;

/** Whether any part of a node has a placeholder, or a field that only templates have. */
export const hasTemplateParts = (node: unknown): boolean => {
  if (typeof node === 'string') return isTemplateText(node);
  if (Array.isArray(node)) return node.some(hasTemplateParts);
  return (
    isRecord(node) &&
    Object.entries(node).some(
      ([key, field]) => key === 'forEach' || (key === 'when' && isClip(node)) || hasTemplateParts(field),
    )
  );
};

/** Whether a composition has placeholders or other parts of a template. `additional` is left as it is. */
export const isTemplate = ({ metadata, clips, variables }: Composition): boolean =>
  variables !== undefined || hasTemplateParts(metadata) || hasTemplateParts(clips);

const isOfType = (value: unknown, type: VariableType): boolean => {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'color':
      return typeof value === 'string' && /^(?:transparent|#[0-9a-fA-F]{3,8})$/.test(value);
    case 'url':
      return typeof value === 'string' && (/^https?:\/\//.test(value) || assetOfSource(value) !== undefined);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
  }
};

const defaultsOf = (variables: Readonly<Record<string, Variable>>): Values =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) =>
      'default' in variable ? [[name, variable.default]] : [],
    ),
  );

/** The problem of a value for which the template has no variable. */
export const unknownVariableProblem = (path: string, known: Iterable<string>): string =>
  `${path} is not a variable of the video, which has ${[...known].join(', ').slice(0, 200) || 'none'}`;

/** Fills a template with values, and validates the resulting video. */
export const filledTemplate = (
  composition: Composition,
  merge: Values,
): E.Either<MergeIsInvalid, Composition> => {
  const { variables = {}, ...plain } = composition;
  const { metadata, clips } = plain;
  const result = fill({ metadata, clips }, { ...defaultsOf(variables), ...merge });
  const known = new Set([...Object.keys(variables), ...namesIn({ metadata, clips }).keys()]);
  const problems = [
    ...Object.keys(merge).flatMap((name) =>
      known.has(name) ? [] : [unknownVariableProblem(`merge.${name}`, known)],
    ),
    ...Object.entries(variables).flatMap(([name, { type }]) =>
      type !== undefined && Object.hasOwn(merge, name) && !isOfType(merge[name], type)
        ? [`merge.${name} must be of type ${type}${type === 'color' ? ', such as #FF8800' : ''}`]
        : [],
    ),
    ...[...result.missing].map((name) => `merge.${name} is required`),
    ...result.problems,
  ];
  if (problems.length > 0) return E.left({ _tag: 'MergeIsInvalid', problems });
  const decoded = decode(FilledFields, result.value);
  if (E.isLeft(decoded)) return E.left({ _tag: 'MergeIsInvalid', problems: decoded.left });
  // All clips have the ids that they had in the stored video.
  return E.right({
    ...plain,
    metadata: decoded.right.metadata,
    clips: decoded.right.clips as ReadonlyArray<Clip>,
  });
};

/** A text with the defaults in its placeholders, if all have one that is used: no variable and no item gives another. */
const withDefaults = (text: string, given: Values): string => {
  const parts = partsOf(text).map((part) => {
    if (typeof part === 'string') return part;
    const [first = ''] = part.name.split('.');
    return ['item', 'index'].includes(first) || Object.hasOwn(given, first) ? undefined : part.fallback;
  });
  return parts.includes(undefined) ? text : parts.join('');
};

/** The problems of the defaults in placeholders. */
export const defaultProblems = ({ metadata, clips, variables = {} }: Composition): ReadonlyArray<string> => {
  const given = defaultsOf(variables);
  const decoded = decode(
    template(FilledFields),
    withTexts({ metadata, clips }, (text) => withDefaults(text, given)),
  );
  return E.isRight(decoded)
    ? []
    : decoded.left.map((problem) => `${problem} (by the default in a placeholder)`);
};

/** The names in placeholders that no `forEach` defines, with their first fallback, if any. */
const namesIn = (node: unknown): ReadonlyMap<string, string | undefined> => {
  const names = new Map<string, string | undefined>();
  const walk = (value: unknown, isRepeated: boolean): void => {
    if (typeof value === 'string') {
      if (!value.includes('{{')) return;
      for (const part of partsOf(value)) {
        if (typeof part === 'string') continue;
        const [first = ''] = part.name.split('.');
        if (isRepeated && (first === 'item' || first === 'index')) continue;
        names.set(first, names.has(first) ? (names.get(first) ?? part.fallback) : part.fallback);
      }
    } else if (Array.isArray(value)) for (const item of value) walk(item, isRepeated);
    else if (isRecord(value))
      for (const [key, field] of Object.entries(value))
        walk(field, key === 'forEach' ? isRepeated : isRepeated || 'forEach' in value);
  };
  walk(node, false);
  return names;
};

/** The variables of a video, declared ones first. */
export const templateVariables = ({
  metadata,
  clips,
  variables = {},
}: Composition): ReadonlyArray<TemplateVariable> => {
  const used = namesIn({ metadata, clips });
  const declared = Object.entries(variables).map(([name, { type, ...more }]): TemplateVariable => {
    const isOptional = 'default' in more || !used.has(name) || used.get(name) !== undefined;
    return { name, type: type ?? 'any', required: !isOptional, ...more };
  });
  const others = [...used].flatMap(([name, fallback]): ReadonlyArray<TemplateVariable> => {
    if (Object.hasOwn(variables, name)) return [];
    return [
      {
        name,
        type: 'any',
        required: fallback === undefined,
        ...(fallback === undefined ? {} : { default: fallback }),
      },
    ];
  });
  return [...declared, ...others];
};

export const templateFieldProblems = (
  clips: ReadonlyArray<ClipInput>,
  path = 'clips',
): ReadonlyArray<string> =>
  clips.flatMap((clip, index) => [
    ...(clip.when === undefined ? [] : [`${path}[${index}].when must only be set in a stored video`]),
    ...(clip.type === 'group' && clip.forEach !== undefined
      ? [`${path}[${index}].forEach must only be set in a stored video`]
      : []),
    ...(clip.type === 'group' ? templateFieldProblems(clip.clips, `${path}[${index}].clips`) : []),
  ]);
