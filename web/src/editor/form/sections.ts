import type { Clip } from '../../../../clients/typescript/core/types.js';
import { valueAt } from '../value-at.js';
import { variableIn } from '../variables/template.js';
import { type Schema, withFields } from './schema.js';
import { t } from '../../words/words.js';

export const TAB_NAMES = {
  Style: t('Style'),
  Layout: t('Layout'),
  Time: t('Time'),
  Animate: t('Animate'),
  Advanced: t('Advanced'),
};
export type InspectorTab = keyof typeof TAB_NAMES;
const SECTIONS = Object.keys(TAB_NAMES) as ReadonlyArray<InspectorTab>;

const LAYOUT = new Set('position size transform fit fitAlign crop'.split(' '));
const ANIMATE = new Set('transition motion'.split(' '));
const ADVANCED = new Set('name when keyframes'.split(' '));

/** The tab of a field of a clip. */
export const sectionOf = (name: string): InspectorTab => {
  if (LAYOUT.has(name)) return 'Layout';
  if (name === 'timeFrame') return 'Time';
  if (ANIMATE.has(name)) return 'Animate';
  return ADVANCED.has(name) ? 'Advanced' : 'Style';
};

/** The fields of a clip that a tab shows. */
export const schemaOfSection = (schema: Schema, section: InspectorTab): Schema =>
  withFields(schema, (name) => sectionOf(name) === section && name !== 'type' && name !== 'id');

/** What the tab Layout shows in pixels. */
const IN_PIXELS = ['position.x', 'position.y', 'size.width', 'size.height', 'transform.rotation'];

/** A schema without what is shown in pixels; values relative to the canvas are not. */
export const withoutPixels = (schema: Schema, clip: Clip): Schema =>
  IN_PIXELS.filter((path) => {
    const value = valueAt(clip, path);
    return typeof value !== 'string' || variableIn(value);
  }).reduce((before, path) => {
    const [group = '', name] = path.split('.');
    const { [group]: fields, ...others } = before.properties ?? {};
    const left = fields && withFields(fields, (one) => one !== name);
    const isLeft = left && Object.keys(left.properties ?? {}).length > 0;
    return { ...before, properties: isLeft ? { ...others, [group]: left } : others };
  }, schema);

/** The tabs that have fields. */
export const sectionsOf = (schema: Schema): ReadonlyArray<InspectorTab> =>
  SECTIONS.filter((section) => Object.keys(schemaOfSection(schema, section).properties ?? {}).length > 0);

/** The nested object whose fields a tab shows directly. */
export const openGroupOf = (clip: Clip, section: InspectorTab): string | undefined => {
  if (section === 'Time') return 'timeFrame';
  if (section !== 'Style') return undefined;
  return clip.type === 'audio' && clip.speech ? 'speech' : `${clip.type}Properties`;
};

/** The common fields, in the order in which they are shown. Other fields of the same object are shown on demand. */
const COMMON = new Set(
  `text voice language content source shape fill clip fontFamily fontSize fontWeight color textAlign verticalAlign lineHeight
  letterSpacing fontStyle underline backgroundColor animation highlightTextProperties nonHighlightTextProperties
  start end duration offset speed loop fit fitAlign crop name canvas fps output markers style width height progress bar`.split(
    /\s+/,
  ),
);

const order = [...COMMON];

/** The common fields of an object, and all others. */
export const commonAndOther = (schema: Schema): readonly [common: Schema, other: Schema] => [
  withFields(
    {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {}).toSorted(
          ([one], [other]) => order.indexOf(one) - order.indexOf(other),
        ),
      ),
    },
    (name) => COMMON.has(name),
  ),
  withFields(schema, (name) => !COMMON.has(name)),
];
