/**
 * Refuses a TaskEither that is never run: a statement whose value is a function without parameters that returns a
 * promise, for example `store.append(…);` without the `()` that runs it. Such a task is silently lost. The rules on
 * floating promises do not catch it, because a task is a function and not a promise.
 *
 *     node lint/unrun-tasks.js [tsconfig.json]
 */
import { relative, resolve } from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isConditionalExpression,
  isExpressionStatement,
  isParenthesizedExpression,
  isVoidExpression,
} from 'typescript/unstable/ast/is';
import { API, SignatureKind } from 'typescript/unstable/sync';

const configFile = resolve(process.argv[2] ?? 'tsconfig.json');
const api = new API();
const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
if (project === undefined) throw new Error(`${configFile} is not a TypeScript project`);
const { checker, program } = project;

const isAssignment = ({ operatorToken: { kind } }) =>
  kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;

/** The subexpressions whose values are discarded if the value of the whole expression is. */
const lostWith = (expression) => {
  if (isVoidExpression(expression) || isParenthesizedExpression(expression))
    return lostWith(expression.expression);
  if (isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap(lostWith);
  if (!isBinaryExpression(expression)) return [expression];
  return isAssignment(expression) ? [] : [expression.left, expression.right].flatMap(lostWith);
};

/** The expressions of a file whose values are discarded. */
const discardedIn = (file) => {
  const found = [];
  const visit = (node) => {
    if (isExpressionStatement(node)) found.push(...lostWith(node.expression));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
};

const isTask = (type) =>
  type !== undefined &&
  checker
    .getSignaturesOfType(type, SignatureKind.Call)
    .some(
      (signature) =>
        signature.parameters.length === 0 &&
        checker.getReturnTypeOfSignature(signature)?.getSymbol()?.name === 'Promise',
    );

const placeOf = (file, node) => {
  const start = node.getStart(file);
  const line = file.text.slice(0, start).split('\n').length;
  return `${relative(process.cwd(), file.fileName)}:${line}`;
};

const unrunIn = (file) => {
  const expressions = discardedIn(file);
  const types = expressions.length === 0 ? [] : checker.getTypeAtLocation(expressions);
  return expressions.filter((_, index) => isTask(types[index])).map((node) => placeOf(file, node));
};

const places = program
  .getSourceFileNames()
  .filter((name) => !name.includes('/node_modules/') && !name.endsWith('.d.ts'))
  .flatMap((name) => unrunIn(program.getSourceFile(name)));
api.close();

for (const place of places)
  process.stderr.write(`${place}: this task is never run; call it or use its value.\n`);
process.exitCode = places.length === 0 ? 0 : 1;
