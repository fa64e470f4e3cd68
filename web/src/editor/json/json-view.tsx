import { json, jsonParseLinter } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef, useState } from 'react';
import { sameJson } from '../../../../domain/codec/json.js';
import type { Document } from '../document.js';
import { changeBetween, type KeptJson, withIds } from './json-draft.js';
import { placeOfPath } from './json-places.js';
import { parsedJson } from './parsed-json.js';
import { merge } from '../saving/merge.js';
import { problemsOf } from '../places.js';
import { t } from '../../words/words.js';

const textOf = (document: Document): string => JSON.stringify(document, null, 2);

const parsed = (text: string): Document | undefined => parsedJson(text) as Document | undefined;

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
  return t('Not applied. Line {line}: {problem}{more, plural, =0 {} other { (and # more)}}', {
    line: String(line),
    problem: first.message,
    more: more.length,
  });
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

interface JsonViewProps {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly draft: KeptJson;
}

/** How long a document that was changed elsewhere rests before the text follows, ms. */
const FOLLOW_AFTER = 100;

/** The whole project as text. Changes are applied as soon as they are valid; until then it says what is wrong. */
export const JsonView = (props: JsonViewProps) => {
  const { document, draft } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  /** The last document that the text stated. */
  const base = useRef(draft.current?.base ?? document);
  /** What was typed and applied, and the document that it replaces. */
  const applied = useRef<{ readonly before: Document; readonly after: Document } | undefined>(undefined);
  const isFollowing = useRef(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  /** Applies what was typed to the document, which may have been changed elsewhere since the text stated it. */
  const apply = (text: string): void => {
    const { change, document: before } = latest.current;
    const typed = parsed(text);
    if (!typed || problemsOf(typed).length > 0) {
      draft.set({ text, base: base.current });
      return;
    }
    const now = applied.current?.before === before ? applied.current.after : before;
    const after = merge(withIds(base.current), withIds(typed), now, 'own').document;
    applied.current = { before, after };
    base.current = typed;
    draft.set(undefined);
    change(after, 'type JSON');
  };

  /** Shows a document that was changed elsewhere. */
  const show = (shown: EditorView, next: Document): void => {
    isFollowing.current = true;
    shown.dispatch({ changes: changeBetween(shown.state.doc.toString(), textOf(next)) });
    isFollowing.current = false;
    base.current = next;
  };
  const discard = (): void => {
    draft.set(undefined);
    if (view.current) show(view.current, document);
  };

  useEffect(() => {
    if (!place.current) return undefined;
    // In a shadow tree, CodeMirror adopts its style sheets, which the Content-Security-Policy permits; in the document it
    // would add style elements.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const created = new EditorView({
      parent: root,
      root,
      doc: draft.current?.text ?? textOf(document),
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
        EditorView.contentAttributes.of({ 'aria-label': t('The project as JSON') }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isFollowing.current) apply(state.doc.toString());
        }),
      ],
    });
    created.scrollDOM.tabIndex = 0; // it scrolls by keyboard, too
    view.current = created;
    return () => created.destroy();
    // The text follows below when the document changes elsewhere.
  }, []);
  useEffect(() => {
    if (applied.current?.before !== document) applied.current = undefined;
    let timer: ReturnType<typeof setTimeout>;
    const follow = (): void => {
      const { current } = view;
      if (!current) return;
      // What was typed last is not in the document yet.
      if (applied.current?.before === document) timer = setTimeout(follow, FOLLOW_AFTER);
      else if (latest.current.draft.current === undefined && !sameJson(base.current, document))
        show(current, document);
    };
    timer = setTimeout(follow, FOLLOW_AFTER);
    return () => clearTimeout(timer);
  }, [document]);
  return (
    <div className="json-view">
      <div ref={place} className="json" />
      {problem !== undefined && (
        <div className="json-problem">
          <p role="alert">{problem}</p>
          <button type="button" onClick={discard}>
            {t('Discard what is not applied')}
          </button>
        </div>
      )}
    </div>
  );
};
