import { type CssNode, generate, parse, type Selector } from 'css-tree';

/** Declarations by property, in lower case. */
export type Css = Readonly<Record<string, string>>;

/** An element as selectors see it. */
export interface Selected {
  readonly tag: string;
  readonly id: string;
  readonly classes: ReadonlyArray<string>;
  readonly parent: Selected | undefined;
}

export interface Rule {
  readonly matches: (element: Selected) => boolean;
  readonly specificity: number;
  readonly css: Css;
}

/** The rules of a style sheet, and what of it was not understood. */
export interface Sheet {
  readonly rules: ReadonlyArray<Rule>;
  readonly unknown: ReadonlyArray<string>;
}

/** The most selectors of a sheet: every element is matched against each. */
const MAX_RULES = 100;
/** The most parts of a selector. */
const MAX_STEPS = 6;

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

/** A step of a selector: what one element must be, and how it is related to the next one to the right. */
interface Step {
  readonly fits: (element: Selected) => boolean;
  readonly weight: number;
  readonly combinator: ' ' | '>';
}

/** The steps of a selector from left to right; undefined for selectors of other kinds. */
const stepsOf = (selector: Selector): ReadonlyArray<Step> | undefined => {
  const steps: Step[] = [];
  let parts: Array<(element: Selected) => boolean> = [];
  let weight = 0;
  const end = (combinator: Step['combinator']): void => {
    const fitting = parts;
    steps.push({ fits: (element) => fitting.every((part) => part(element)), weight, combinator });
    [parts, weight] = [[], 0];
  };
  for (const node of selector.children) {
    if (node.type === 'TypeSelector') {
      const name = node.name.toLowerCase();
      if (name !== '*') parts.push(({ tag }) => tag === name);
      weight += name === '*' ? 0 : 1;
    } else if (node.type === 'ClassSelector') {
      parts.push(({ classes }) => classes.includes(node.name));
      weight += 100;
    } else if (node.type === 'IdSelector') {
      parts.push(({ id }) => id === node.name);
      weight += 10_000;
    } else if (node.type === 'PseudoClassSelector' && node.name === 'root') {
      parts.push(({ parent }) => parent === undefined);
    } else if (node.type === 'Combinator' && (node.name === ' ' || node.name === '>')) {
      end(node.name);
    } else return undefined;
  }
  end(' ');
  return steps.length > MAX_STEPS ? undefined : steps;
};

/** Whether a selector selects an element: goes through its steps from right to left, with all elements that fit each. */
const matching = (steps: ReadonlyArray<Step>, element: Selected): boolean => {
  const line: Selected[] = [];
  for (let each: Selected | undefined = element; each; each = each.parent) line.push(each);
  let fitting = [0];
  for (const [index, { fits }] of steps.toReversed().entries()) {
    const found = fitting.filter((at) => line[at] !== undefined && fits(line[at]));
    const [nearest] = found;
    if (nearest === undefined) return false;
    const next = steps[steps.length - 2 - index];
    if (!next) return true;
    fitting =
      next.combinator === '>' ? found.map((at) => at + 1) : line.map((_, at) => at).slice(nearest + 1);
  }
  return false;
};

const rulesOf = (node: CssNode): ReadonlyArray<Rule> | undefined => {
  if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return undefined;
  if (node.prelude.children.size > MAX_RULES) return undefined;
  const css = declarations(node.block.children);
  const rules: Rule[] = [];
  for (const selector of node.prelude.children) {
    const steps = selector.type === 'Selector' ? stepsOf(selector) : undefined;
    if (!steps) return undefined;
    rules.push({
      matches: (element) => matching(steps, element),
      specificity: steps.reduce((sum, { weight }) => sum + weight, 0),
      css,
    });
  }
  return rules;
};

/** Reads a style sheet: selectors of tags, classes and ids, with descendants and children. */
export const sheetOf = (css: string): Sheet => {
  const rules: Rule[] = [];
  const unknown: string[] = [];
  const sheet = parse(css, { ...OPTIONS, context: 'stylesheet' });
  if (sheet.type !== 'StyleSheet') return { rules, unknown };
  for (const node of sheet.children) {
    if (node.type === 'Comment' || node.type === 'WhiteSpace') continue;
    const found = rules.length < MAX_RULES ? rulesOf(node) : undefined;
    if (found && rules.length + found.length <= MAX_RULES) rules.push(...found);
    else unknown.push(generate(node).slice(0, 40));
  }
  return { rules: rules.toSorted((a, b) => a.specificity - b.specificity), unknown };
};
