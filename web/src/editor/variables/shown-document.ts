import { isRecord } from '../../../../domain/codec/json.js';
import { fill, type Values } from '../../../../domain/template/fill.js';
import { hasTemplateParts } from '../../../../domain/template/merge.js';
import { type Document, withClip } from '../document.js';
import { withValueAt } from '../value-at.js';
import { memoized } from '../../shared/memoized.js';

type Fields = Readonly<Record<string, unknown>>;

const NONE: Values = {};

const defaultsOf = memoized((variables: NonNullable<Document['variables']>): Values =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) =>
      variable.default === undefined ? [] : [[name, variable.default]],
    ),
  ),
);

/** The fields with the values in the place of variables. One that has none stays as it is written. */
const filled = (fields: Fields, values: Values): Fields => {
  const { value, missing } = fill(fields, values);
  if (missing.size === 0) return value as Fields;
  const standIns = [...missing].reduce((all, name) => withValueAt(all, name, `{{${name}}}`), values);
  return fill(fields, standIns).value as Fields;
};

/** A clip that can be edited: one that a condition leaves out is there, and a repeated group is there once. */
const filledClip = (written: Fields, values: Values): Fields => {
  const { when, forEach, sequence: _sequence, clips, ...clip } = written;
  const list = typeof forEach === 'string' ? fill(forEach, values).value : undefined;
  const scope = Array.isArray(list) && list.length > 0 ? { ...values, item: list[0], index: 0 } : values;
  const inner = Array.isArray(clips)
    ? clips.map((one) => (isRecord(one) ? filledClip(one, scope) : one))
    : [];
  return {
    ...filled(clip, scope),
    ...(clips === undefined ? {} : { clips: inner }),
    ...(when === false ? { when } : {}),
  };
};

/** Fills the parts that hold placeholders, and the others stay the same objects. The last values are kept. */
const filledOnce = <Part extends object>(fillIn: (part: Fields, values: Values) => Fields) => {
  const isTemplate = memoized((part: Part) => hasTemplateParts(part));
  const known = new WeakMap<Part, { readonly values: Values; readonly result: Part }>();
  return (part: Part, values: Values): Part => {
    if (!isTemplate(part)) return part;
    const before = known.get(part);
    if (before?.values === values) return before.result;
    const result = fillIn(part as Fields, values) as Part;
    known.set(part, { values, result });
    return result;
  };
};

const shownMetadata = filledOnce<Document['metadata']>(filled);
const shownClip = filledOnce<Document['clips'][number]>(filledClip);

const shown = new WeakMap<Document, Document>();

/**
 * A template as it is shown while it is edited: with the defaults of its variables. Others are the same object, and so are
 * clips without placeholders.
 */
export const shownDocument = (document: Document): Document => {
  const before = shown.get(document);
  if (before) return before;
  const { variables, ...plain } = document;
  const values = variables ? defaultsOf(variables) : NONE;
  const metadata = shownMetadata(plain.metadata, values);
  const clips = plain.clips.map((clip) => shownClip(clip, values));
  const isSame =
    variables === undefined &&
    metadata === plain.metadata &&
    clips.every((clip, index) => clip === plain.clips[index]);
  const result = isSame ? document : { ...plain, metadata, clips };
  shown.set(document, result);
  shown.set(result, result);
  return result;
};

type EditedClip = Document['clips'][number];

/** Whether a clip is hidden: it is in the document, and in no picture and no render. */
export const isHidden = ({ when }: Pick<EditedClip, 'when'>): boolean => when === false;

/** The document with these clips hidden, or no longer hidden. */
export const withHidden = (document: Document, ids: ReadonlyArray<string>, hide: boolean): Document =>
  ids.reduce(
    (before, id) =>
      withClip(before, id, (clip) => {
        const { when: _, ...seen } = clip;
        return hide ? { ...seen, when: false } : seen;
      }),
    document,
  );

/** A template as it is drawn: with the defaults of its variables, without hidden clips. */
export const drawnDocument = memoized((document: Document): Document => {
  const filledIn = shownDocument(document);
  const clips = filledIn.clips.filter((clip) => !isHidden(clip));
  return clips.length === filledIn.clips.length ? filledIn : { ...filledIn, clips };
});

/** What the video is called while it is edited. */
export const nameOf = (document: Document): string => shownDocument(document).metadata.name;
