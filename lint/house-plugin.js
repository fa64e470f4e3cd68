import { dirname, join, relative, sep } from 'node:path';
import { importTable } from './import-table.js';

const SEE = '`node lint/import-table.js` prints what each folder may import.';

const within = (folder, path) => path === folder || path.startsWith(`${folder}/`);

/** The path of a file relative to the project root, with forward slashes and without its extension. */
const pathOf = (file, root) =>
  relative(root, file)
    .split(sep)
    .join('/')
    .replace(/\.[cm]?[jt]s$/, '');

const rowNames = Object.keys(importTable).toSorted((a, b) => b.length - a.length);

/** The row of a file; undefined for files that the table does not cover, such as tests and settings. */
const rowOf = (path) => rowNames.find((name) => within(name, path));

const RULED = /^(clients|domain|application|projections|workers|infrastructure|web\/src)\//;

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Why a row may not import a module; undefined if it may. `names` are the imported names. */
const refusalOf = (name, path, specifier, names) => {
  const { house, npm } = importTable[name];
  if (specifier.startsWith('.')) {
    const target = join(dirname(path), specifier)
      .split(sep)
      .join('/')
      .replace(/\.[cm]?[jt]s$/, '');
    const allowed = [name, ...house].some((entry) => within(entry, target));
    return allowed ? undefined : `${name} may not import ${target}.`;
  }
  const isNode = specifier.startsWith('node:');
  if (npm.includes(isNode ? 'node:' : packageOf(specifier))) return undefined;
  const exported = npm
    .filter((entry) => entry.startsWith(`${specifier}#`))
    .map((entry) => entry.split('#')[1]);
  return exported.length > 0 && names !== undefined && names.every((taken) => exported.includes(taken))
    ? undefined
    : `${name} may not import ${[specifier, ...(exported.length > 0 ? (names ?? []) : [])].join(' ')}.`;
};

/** The names that an import or export statement imports from a module; undefined if it imports all of it. */
const namesIn = (node) => {
  const specifiers = node.specifiers ?? [];
  const names = specifiers.map(({ imported, local, type }) =>
    type === 'ImportSpecifier' ? imported.name : type === 'ExportSpecifier' ? local.name : undefined,
  );
  return specifiers.length === 0 || names.includes(undefined) ? undefined : names;
};

const isCreateRequire = (node) => node?.type === 'CallExpression' && node.callee.name === 'createRequire';

/** Whether something that is called is `require` or `createRequire(...)`. Their `resolve` loads nothing. */
const isRequire = (callee) => callee.name === 'require' || isCreateRequire(callee);

/** What is required: a template that begins with the name of a package counts as that package. */
const sourceOf = (argument) => {
  const start = argument.type === 'TemplateLiteral' ? argument.quasis[0].value.cooked : '';
  return start.includes('/') ? { value: start } : argument;
};

/** Whether an import of `node:module` gives `createRequire` another name, under which it would not be checked. */
const renamesRequire = ({ source, specifiers }) =>
  /^(node:)?module$/.test(source.value) &&
  specifiers.some(({ imported, local }) => imported === undefined || imported.name !== local.name);

/** Refuses every import that the table does not list. */
const imports = {
  create: (context) => {
    const path = pathOf(context.filename, context.cwd);
    if (!RULED.test(path)) return {};
    const row = rowOf(path);
    const check = (node, source, names) => {
      if (source === null || source === undefined) return;
      const refusal =
        row === undefined
          ? `${path} is not in any folder of the import table.`
          : typeof source.value === 'string'
            ? refusalOf(row, path, source.value, names)
            : `${row} may only import modules with a constant name.`;
      if (refusal !== undefined) context.report({ node, message: `${refusal} ${SEE}` });
    };
    return {
      ImportDeclaration: (node) => {
        check(node, node.source, namesIn(node));
        if (renamesRequire(node))
          context.report({ node, message: 'import createRequire by its name, so that it is checked' });
      },
      ExportNamedDeclaration: (node) => check(node, node.source, namesIn(node)),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source),
      TSImportEqualsDeclaration: (node) => check(node, node.moduleReference.expression),
      CallExpression: (node) => {
        if (isRequire(node.callee)) check(node, sourceOf(node.arguments[0] ?? {}));
      },
      VariableDeclarator: (node) => {
        if (isCreateRequire(node.init) && node.id.name !== 'require')
          context.report({
            node,
            message: 'name the result of createRequire `require`, so that it is checked',
          });
      },
    };
  },
};

/** The members of these globals that a pure layer may use. This rule ignores names that are not listed. */
const PURE_USES = {
  Date: ['UTC', 'parse'],
  Math: Object.getOwnPropertyNames(Math).filter((name) => name !== 'random'),
  Intl: Object.getOwnPropertyNames(Intl).filter((name) => name !== 'DateTimeFormat'),
  ...Object.fromEntries(
    [
      'clearInterval',
      'clearTimeout',
      'console',
      'crypto',
      'fetch',
      'global',
      'globalThis',
      'performance',
      'process',
      'queueMicrotask',
      'require',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ].map((name) => [name, []]),
  ),
};

/** Whether a use of an impure global always gives the same result. */
const isPureUse = ({ name, parent }) => {
  if (
    parent.type === 'MemberExpression' &&
    !parent.computed &&
    PURE_USES[name].includes(parent.property.name)
  )
    return true;
  if (name !== 'Date') return false;
  const isOperand = parent.type === 'BinaryExpression' && parent.operator === 'instanceof';
  return isOperand || (parent.type === 'NewExpression' && parent.arguments.length > 0);
};

/** Whether an identifier names a value, not a property, a key or a type. */
const isValue = (node) => {
  const { parent } = node;
  if (parent.type === 'MemberExpression' && parent.property === node) return parent.computed;
  if (parent.type === 'Property' && parent.key === node) return parent.computed || parent.shorthand;
  return (
    !parent.type.startsWith('TS') || parent.type === 'TSAsExpression' || parent.type === 'TSNonNullExpression'
  );
};

/** Refuses clocks, randomness, timers and the process in the layers that the table calls pure. */
const pure = {
  create: (context) => {
    const row = rowOf(pathOf(context.filename, context.cwd));
    if (row === undefined || !importTable[row].pure) return {};
    const { globals = [] } = importTable[row];
    return {
      MetaProperty: (node) => {
        const message = `${row} is pure: it may not know where its files are. ${SEE}`;
        if (node.meta.name === 'import') context.report({ node, message });
      },
      Identifier: (node) => {
        if (
          !Object.hasOwn(PURE_USES, node.name) ||
          globals.includes(node.name) ||
          !isValue(node) ||
          isPureUse(node)
        )
          return;
        context.report({
          node,
          message: `${row} is pure: it may not use ${node.name} like this. Pass the value in, or use a port. ${SEE}`,
        });
      },
    };
  },
};

/** A word of a language, not a name in capitals or the beginning of an address. */
const WORD = /(?<!\w)\p{L}\p{Ll}+(?![\w:])/u;

/** The attributes that people read; `name` is one of components. */
const READ = new Set(['alt', 'aria-label', 'empty', 'label', 'name', 'note', 'placeholder', 'text', 'title']);

/** What an expression may show. */
const shownBy = (node) => {
  if (node.type === 'ConditionalExpression') return [...shownBy(node.consequent), ...shownBy(node.alternate)];
  return node.type === 'LogicalExpression' ? shownBy(node.right) : [node];
};

const hasWords = ({ type, value, quasis = [] }) =>
  type === 'TemplateLiteral'
    ? quasis.some((part) => WORD.test(part.value.cooked))
    : typeof value === 'string' && WORD.test(value);

const isRead = ({ type, name, parent, openingElement }) => {
  if (type === 'JSXFragment') return true;
  if (type === 'JSXElement') return !['code', 'kbd'].includes(openingElement.name.name);
  if (type !== 'JSXAttribute' || !READ.has(name.name)) return false;
  return name.name !== 'name' || /^[A-Z]/.test(parent.name.name);
};

/** Refuses texts that people would read in English whatever their language. */
const words = {
  create: (context) => {
    const check = (node, place, read) => {
      if (isRead(place) && read.some(hasWords))
        context.report({ node, message: 'say it in all languages: t(...) of web/src/words/words.ts' });
    };
    return {
      JSXText: (node) => check(node, node.parent, [node]),
      JSXExpressionContainer: (node) => check(node, node.parent, shownBy(node.expression)),
      JSXAttribute: (node) => check(node, node, node.value === null ? [] : [node.value]),
    };
  },
};

export default { meta: { name: 'house' }, rules: { imports, pure, words } };
