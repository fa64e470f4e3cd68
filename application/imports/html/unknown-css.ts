import { colorOf } from '../reading/colors.js';
import { paintOf, weightOf } from './css-values.js';

/** Properties that are carried over. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    'align-items background background-clip -webkit-background-clip background-color background-image border border-color',
    'border-radius border-style border-width box-shadow color direction display flex-direction flex-flow font-family',
    'font-size font-style font-weight height justify-content letter-spacing line-height margin margin-bottom margin-top',
    'min-height min-width padding padding-bottom padding-left padding-right padding-top text-align text-decoration',
    'text-decoration-line text-shadow text-transform visibility white-space width word-spacing -webkit-text-fill-color',
    '-webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width',
  ]
    .join(' ')
    .split(' '),
);

/** Properties that do not change a still picture of a block of text, or not by much. */
const HARMLESS: ReadonlySet<string> = new Set(
  [
    'box-sizing cursor overflow overflow-wrap word-break word-wrap text-rendering user-select pointer-events src',
    '-webkit-font-smoothing -moz-osx-font-smoothing font-display margin-left margin-right max-width backface-visibility',
    'font-feature-settings font-variant-numeric will-change text-wrap',
  ]
    .join(' ')
    .split(' '),
);

const LENGTH = /^-?[\d.]+(px|em|rem|%|vw|vh|vmin|vmax|pt)?$/;
const LENGTHS = /^(-?[\d.]+(px|em|rem|%|vw|vh|vmin|vmax|pt)?(\s+|$)|auto(\s+|$)){1,4}$/;
const isColor = (value: string): boolean =>
  colorOf(value) !== undefined || /^(inherit|currentcolor)$/i.test(value);

/** What values of properties must be to have an effect. */
const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  color: isColor,
  'background-color': isColor,
  background: (value) => paintOf(value) !== undefined || value === 'transparent',
  'font-size': (value) => LENGTH.test(value),
  'font-weight': (value) => weightOf(value) !== undefined,
  'font-style': (value) => /^(italic|oblique|normal)$/.test(value),
  'line-height': (value) => LENGTH.test(value),
  'letter-spacing': (value) => LENGTH.test(value),
  'text-align': (value) => /^(left|right|center|justify|start|end)$/.test(value),
  'text-transform': (value) => /^(uppercase|lowercase|capitalize)$/.test(value),
  'text-decoration': (value) => /underline|line-through/.test(value),
  'justify-content': (value) => /^(flex-start|flex-end|start|end|center|space-\w+|left|right)$/.test(value),
  'align-items': (value) => /^(flex-start|flex-end|start|end|center|stretch|baseline)$/.test(value),
  display: (value) =>
    /^(block|inline|inline-block|flex|inline-flex|grid|table|contents|list-item)$/.test(value),
  padding: (value) => LENGTHS.test(value),
  margin: (value) => LENGTHS.test(value),
  width: (value) => LENGTH.test(value) || value.endsWith('content'),
  height: (value) => LENGTH.test(value) || value.endsWith('content'),
  'border-radius': (value) => LENGTHS.test(value),
};

const UNCHANGED = /^(none|normal|auto|initial|0|0px|1|static|relative|visible|100%)$/;

/** Notes each property that is not carried over, once. */
export const noteUnknownCss = (
  declared: ReadonlyArray<readonly [property: string, value: string]>,
  differs: (message: string) => void,
): void => {
  for (const [property, value] of declared) {
    const given = value.replace(/!important$/, '').trim();
    if (HARMLESS.has(property) || UNCHANGED.test(given)) continue;
    if (KNOWN.has(property) && (VALUES[property]?.(given) ?? true)) continue;
    differs(`the CSS "${property}: ${value.slice(0, 60)}" is not carried over`);
  }
};
