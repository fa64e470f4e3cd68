import { json, jsonParseLinter } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { sameJson } from '../../../../domain/codec/json.js';
import type { Document } from '../document.js';
import { changeBetween, type JsonDraftState, withIds } from './json-draft.js';
import { placeOfPath } from './json-places.js';
import { parsedJson } from './parsed-json.js';
import { merge } from '../saving/merge.js';
import { problemsOf } from '../places.js';
import { t } from '../../words/words.js';

const textOf = (document: Document): string => JSON.stringify(document, null, 2);

const parsed = (text: string): Document | undefined => parsedJson(text) as Document | undefined;

/** Problems with their positions: syntax errors, or else the reasons why the API would refuse the document. */
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

/** The first problem with its line, and the number of further problems; undefined if there is none. */
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
      // The default mark is an image in the style sheet, which the Content-Security-Policy does not permit.
      '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger)' },
      '.cm-cursor': { borderLeftColor: 'var(--text)' },
    },
    { dark },
  );

interface JsonViewProps {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly draft: JsonDraftState;
}

/** The debounce before the text follows a document that was changed elsewhere, in ms. */
const FOLLOW_AFTER = 100;

/** Opens a view of CodeMirror. @param setProblem receives the first problem of the text, in words */
const openView = (
  place: HTMLElement,
  doc: string,
  typed: (text: string) => void,
  setProblem: (problem: string | undefined) => void,
): EditorView => {
  // In a shadow tree, CodeMirror adopts its style sheets, which the Content-Security-Policy permits; in the document it
  // would add style elements.
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: root,
    root,
    doc,
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
        if (docChanged) typed(state.doc.toString());
      }),
    ],
  });
  view.scrollDOM.tabIndex = 0; // it scrolls by keyboard, too
  return view;
};

/** Applies typed text to the document, and shows changes from elsewhere in the view. */
const useJsonText = (view: RefObject<EditorView | undefined>, props: JsonViewProps) => {
  const { document, draft } = props;
  const latest = useRef(props);
  latest.current = props;
  /** The last document that the text stated. */
  const base = useRef(draft.current?.base ?? document);
  /** The last applied document, and the one that it replaces. */
  const applied = useRef<{ readonly before: Document; readonly after: Document } | undefined>(undefined);
  const isFollowing = useRef(false);

  const typed = (text: string): void => {
    if (isFollowing.current) return;
    const { change, document: before } = latest.current;
    const stated = parsed(text);
    if (!stated || problemsOf(stated).length > 0) return draft.set({ text, base: base.current });
    const now = applied.current?.before === before ? applied.current.after : before;
    // The document may have been changed elsewhere since the text stated it.
    const after = merge(withIds(base.current), withIds(stated), now, 'own').document;
    applied.current = { before, after };
    base.current = stated;
    draft.set(undefined);
    change(after, 'type JSON');
  };

  const show = (): void => {
    isFollowing.current = true;
    const text = view.current?.state.doc.toString() ?? '';
    view.current?.dispatch({ changes: changeBetween(text, textOf(document)) });
    isFollowing.current = false;
    base.current = document;
  };

  useEffect(() => {
    if (applied.current?.before !== document) applied.current = undefined;
    let timer: ReturnType<typeof setTimeout>;
    const follow = (): void => {
      // The last typed change has not reached the document yet.
      if (applied.current?.before === document) timer = setTimeout(follow, FOLLOW_AFTER);
      else if (latest.current.draft.current === undefined && !sameJson(base.current, document)) show();
    };
    timer = setTimeout(follow, FOLLOW_AFTER);
    return () => clearTimeout(timer);
  }, [document]);

  const discard = (): void => {
    draft.set(undefined);
    show();
  };
  return { typed, discard };
};

/** The whole project as text. Changes are applied as soon as they are valid; until then, it shows the problem. */
export const JsonView = (props: JsonViewProps) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const { typed, discard } = useJsonText(view, props);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!place.current) return undefined;
    const text = props.draft.current?.text ?? textOf(props.document);
    const opened = openView(place.current, text, typed, setProblem);
    view.current = opened;
    return () => opened.destroy();
    // No dependencies: the view stays open, and its text follows changes of the document.
  }, []);
  return (
    <div className="json-view">
      <div ref={place} className="json" />
      {problem !== undefined && (
        <div className="json-problem">
          <p role="alert">{problem}</p>
          <Button text={t('Discard what is not applied')} onClick={discard} />
        </div>
      )}
    </div>
  );
};
