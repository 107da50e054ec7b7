import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { markdown } from '@codemirror/lang-markdown';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { CodeLanguage, CodeProps, Problem } from './code-editor.tsx';
import { codeTheme } from './code-theme.ts';

const LANGUAGES: Record<CodeLanguage, () => Extension> = {
  html: () => liquid({ base: html() }),
  mjml: () => liquid({ base: xml() }),
  markdown: () => markdown(),
  liquid: () => liquid(),
  json: () => json(),
  text: () => [],
};

/** The usual editor features: undo and redo, search, line numbers, matching brackets. */
const basics: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap]),
];

/** The editor parts that depend on the colour scheme; text, cursor and history stay. */
const THEME = new Compartment();

/** CodeMirror as a component. Tab leaves the editor, for keyboard users. */
export default function CodeMirror({
  value,
  language,
  onChange,
  problems = [],
  readOnly = false,
  height = 320,
  labelledBy,
  ref,
}: CodeProps & { labelledBy: string }) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const notify = useEffectEvent((text: string) => onChange?.(text));
  const scheme = useComputedColorScheme('light');
  const start = useEffectEvent(() => value);
  const initialTheme = useEffectEvent(() => codeTheme(scheme));

  useEffect(() => {
    const editor = new EditorView({
      parent: container.current as HTMLDivElement,
      doc: start(),
      extensions: [
        basics,
        THEME.of(initialTheme()),
        lintGutter(),
        LANGUAGES[language](),
        EditorState.readOnly.of(readOnly),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-labelledby': labelledBy, tabindex: '0' }),
        EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
        EditorView.theme({ '&': { height: `${height}px` } }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) notify(state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, readOnly, height, labelledBy]);

  useEffect(() => {
    view.current?.dispatch({ effects: THEME.reconfigure(codeTheme(scheme)) });
  }, [scheme]);

  useImperativeHandle(ref, () => ({
    insert(text) {
      view.current?.dispatch(view.current.state.replaceSelection(text), { scrollIntoView: true });
      view.current?.focus();
    },
  }));

  useEffect(() => {
    const { state } = view.current as EditorView;
    if (state.doc.toString() === value) return;
    view.current?.dispatch({ changes: { from: 0, to: state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current as EditorView;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        problems.map((problem) => shownIn(editor.state, problem)),
      ),
    );
  }, [problems]);

  return <div ref={container} />;
}

function shownIn({ doc }: EditorState, { line, column, message }: Problem): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return { from: Math.min(from + Math.max(column - 1, 0), to), to, message, severity: 'error' };
}
