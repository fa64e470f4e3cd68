import { compile } from 'css-select';
import * as E from 'fp-ts/lib/Either.js';
import { type CssNode, generate, parse } from 'css-tree';
import type { Element } from 'domhandler';
import type { Reader } from '../reading/reader.js';

/** Declarations by property, in lower case. */
export type Css = Readonly<Record<string, string>>;

/** A style sheet that can be applied to elements. */
export interface Sheet {
  /** The declarations that apply to an element. The strongest rule wins. */
  readonly cssOf: (element: Element) => Css;
  /** The declarations of files of fonts, and those of variables, whatever they are declared for. */
  readonly fonts: ReadonlyArray<Css>;
  readonly variables: Css;
  /** A message for each rule that could not be read. */
  readonly unknown: ReadonlyArray<string>;
}

interface Rule {
  readonly selects: (element: Element) => boolean;
  readonly specificity: number;
  readonly css: Css;
}

/** The most selectors of a sheet: every element is matched against each. */
const MAX_RULES = 100;
const MAX_PARTS = 12;

const OPTIONS = { parseValue: false, parseCustomProperty: false, onParseError: () => undefined } as const;

const declarations = (nodes: Iterable<CssNode>): Css => {
  const css: Record<string, string> = {};
  for (const node of nodes)
    if (node.type === 'Declaration')
      css[node.property.toLowerCase()] = generate(node.value)
        .replace(/!important$/, '')
        .trim();
  return css;
};

/** The declarations of a `style` attribute. */
export const declarationsOf = (style: string): Css => {
  const list = parse(style, { ...OPTIONS, context: 'declarationList' });
  return list.type === 'DeclarationList' ? declarations(list.children) : {};
};

/** The longest value of a variable, in characters: it may stand in many places. */
const MAX_VARIABLE = 200;

/** CSS whose variables have their values. */
export const withValues = (css: Css, variables: Css): Css =>
  Object.fromEntries(
    Object.entries(css).map(([property, value]) => [
      property,
      value.replaceAll(
        /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
        (given: string, name: string, otherwise?: string) =>
          variables[name]?.slice(0, MAX_VARIABLE) ?? otherwise?.trim() ?? given,
      ),
    ]),
  );

/** How much the parts of selectors weigh that can be matched: others are states and made-up elements. */
const WEIGHTS: Readonly<Record<string, number>> = {
  TypeSelector: 1,
  ClassSelector: 100,
  AttributeSelector: 100,
  IdSelector: 10_000,
  Combinator: 0,
};

const weightOf = (part: CssNode): number | undefined =>
  part.type === 'PseudoClassSelector' &&
  /^(root|not|(first|last|nth|nth-last)-(child|of-type))$/.test(part.name)
    ? 100
    : WEIGHTS[part.type];

const rulesOf = (node: CssNode): ReadonlyArray<Rule> | undefined => {
  if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return undefined;
  if (node.prelude.children.size > MAX_RULES) return undefined;
  const css = declarations(node.block.children);
  const rules: Rule[] = [];
  for (const selector of node.prelude.children) {
    const weights = selector.type === 'Selector' ? selector.children.toArray().map(weightOf) : [undefined];
    if (weights.length > MAX_PARTS || weights.includes(undefined)) return undefined;
    const selects = E.tryCatch(() => compile(generate(selector)), E.toError);
    if (E.isLeft(selects)) return undefined;
    const specificity = weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
    rules.push({ selects: selects.right, specificity, css });
  }
  return rules;
};

/** The style sheets of services of fonts, whose families are known by their names. */
const OF_FONTS = /^@import\s*(url\()?['"]?https?:\/\/fonts\./;

export const sheetOf = (css: string): Sheet => {
  const rules: Rule[] = [];
  const fonts: Css[] = [];
  const unknown: string[] = [];
  const sheet = parse(css, { ...OPTIONS, context: 'stylesheet' });
  for (const node of sheet.type === 'StyleSheet' ? sheet.children : []) {
    if (node.type === 'Comment' || node.type === 'WhiteSpace' || OF_FONTS.test(generate(node))) continue;
    if (node.type === 'Atrule' && node.name === 'font-face' && node.block) {
      fonts.push(declarations(node.block.children));
      continue;
    }
    const found = rules.length < MAX_RULES ? rulesOf(node) : undefined;
    if (found && rules.length + found.length <= MAX_RULES) rules.push(...found);
    else unknown.push(`the CSS rule "${generate(node).slice(0, 40)}" is not carried over`);
  }
  const weakestFirst = rules.toSorted((a, b) => a.specificity - b.specificity);
  return {
    cssOf: (element) =>
      Object.assign(
        {},
        ...weakestFirst.filter((rule) => rule.selects(element)).map((rule) => rule.css),
      ) as Css,
    fonts,
    variables: Object.assign({}, ...rules.map((rule) => rule.css)) as Css,
    unknown,
  };
};

/** The longest value of CSS that is read, in characters. */
const MAX_VALUE = 2000;
const MAX_FIELDS = 200;

/** Fields whose numbers are not lengths. */
const WITHOUT_UNIT = /weight|line-height|opacity|z-index|flex|order/;

/** Properties that may follow a variable. */
export const KEPT = /color|background|family/;

const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The fields of an object as declarations of CSS: `fontSize`, `font_size` and `font-size` are the same, and numbers are
 * px where CSS has lengths.
 * @param renamed names that CSS has under others
 * @param elsewhere fields that are read elsewhere
 */
export const styleFields = (style: Reader, renamed: Css = {}, elsewhere: ReadonlyArray<string> = []): Css => {
  const css: Record<string, string> = {};
  for (const [index, name] of style.names().entries()) {
    if (elsewhere.includes(name)) continue;
    const property = renamed[name] ?? kebab(name);
    const value = KEPT.test(property) ? style.raw(name) : style.known(name);
    if (typeof value === 'number') css[property] = WITHOUT_UNIT.test(property) ? String(value) : `${value}px`;
    else if (typeof value === 'string' && value.length <= MAX_VALUE && index < MAX_FIELDS)
      css[property] = value;
    else style.differs(name, 'is not a value of CSS that can be read, and was left out');
  }
  return css;
};
