import { json, jsonParseLinter } from '@codemirror/lang-json';
import { type Diagnostic, linter } from '@codemirror/lint';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef } from 'react';
import type { Document } from './document.js';
import { lineOfPath } from './json-lines.js';
import { problemsOf } from './places.js';

const textOf = (document: Document): string => JSON.stringify(document, null, 2);

const parsed = (text: string): Document | undefined => {
  try {
    return JSON.parse(text) as Document;
  } catch {
    return undefined;
  }
};

/** Marks problems at their lines: errors of syntax, and what the API would refuse. */
const problemsIn = (view: EditorView): Diagnostic[] => {
  const syntax = jsonParseLinter()(view);
  const text = view.state.doc.toString();
  const document = parsed(text);
  if (syntax.length > 0 || document === undefined) return syntax;
  return problemsOf(document).map((problem) => {
    const { from, to } = view.state.doc.line(lineOfPath(text, problem.split(' ')[0] ?? ''));
    return { from, to, severity: 'error', message: problem };
  });
};

/** The whole project as text. Changes are taken over as soon as they are valid. */
export const JsonView = ({
  document,
  change,
}: {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (!place.current) return undefined;
    const created = new EditorView({
      parent: place.current,
      doc: textOf(document),
      extensions: [
        basicSetup,
        json(),
        linter(problemsIn),
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
  return <div ref={place} className="json" />;
};
