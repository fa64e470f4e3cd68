import { json, jsonParseLinter } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef, useState } from 'react';
import type { Document } from './document.js';
import { placeOfPath } from './json-places.js';
import { problemsOf } from './places.js';

const textOf = (document: Document): string => JSON.stringify(document, null, 2);

const parsed = (text: string): Document | undefined => {
  try {
    return JSON.parse(text) as Document;
  } catch {
    return undefined;
  }
};

/** Problems at their lines: errors of syntax, and what the API would refuse. */
const problemsIn = (view: EditorView): ReadonlyArray<Diagnostic> => {
  const syntax = jsonParseLinter()(view);
  const text = view.state.doc.toString();
  const document = parsed(text);
  if (syntax.length > 0 || document === undefined) return syntax;
  return problemsOf(document).map((problem) => {
    const place = placeOfPath(text, problem.split(' ')[0] ?? '');
    const { to } = view.state.doc.lineAt(place.from);
    return { from: place.from, to: Math.min(to, place.to), severity: 'error', message: problem };
  });
};

/** The first problem with its line, and how many follow; undefined if there is none. */
const summaryOf = ([first, ...more]: ReadonlyArray<Diagnostic>, view: EditorView): string | undefined => {
  if (!first) return undefined;
  const line = view.state.doc.lineAt(first.from).number;
  return `Not applied. Line ${line}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
};

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'light-dark(#0b4f91, #9cc4ff)' },
  { tag: tags.string, color: 'light-dark(#8a3610, #f2b98f)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#17603a, #8fdcae)' },
]);

const themeFor = (dark: boolean) =>
  EditorView.theme(
    {
      '&': { backgroundColor: 'var(--surface)', color: 'var(--text)' },
      '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--muted)', borderColor: 'var(--line)' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'light-dark(#0000000d, #ffffff12)' },
      // Its own mark is a picture in the style sheet, which the Content-Security-Policy does not permit.
      '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger)' },
      '.cm-cursor': { borderLeftColor: 'var(--text)' },
    },
    { dark },
  );

/** The whole project as text. Changes are applied as soon as they are valid; until then it says what is wrong. */
export const JsonView = ({
  document,
  change,
  isReadOnly,
}: {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly isReadOnly: boolean;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef(change);
  latest.current = change;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!place.current) return undefined;
    // In a shadow tree, CodeMirror adopts its style sheets, which the Content-Security-Policy permits; in the document it
    // would add style elements.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const created = new EditorView({
      parent: root,
      root,
      doc: textOf(document),
      extensions: [
        basicSetup,
        json(),
        syntaxHighlighting(COLORS),
        themeFor(matchMedia('(prefers-color-scheme: dark)').matches),
        EditorView.lineWrapping,
        linter((shown) => {
          const problems = problemsIn(shown);
          setProblem(summaryOf(problems, shown));
          return problems;
        }),
        EditorView.editable.of(!isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': 'The project as JSON' }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (
            !docChanged ||
            !transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete'))
          )
            return;
          const typed = parsed(state.doc.toString());
          if (typed && problemsOf(typed).length === 0) latest.current(typed, 'type JSON');
        }),
      ],
    });
    created.scrollDOM.tabIndex = 0; // it scrolls by keyboard, too
    view.current = created;
    return () => created.destroy();
    // The text is replaced below when the document changes elsewhere.
  }, []);
  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const shown = parsed(current.state.doc.toString());
    if (shown && JSON.stringify(shown) === JSON.stringify(document)) return;
    if (current.hasFocus) return; // what is being typed is not replaced
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: textOf(document) } });
  }, [document]);
  return (
    <div className="json-view">
      <div ref={place} className="json" />
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
};
