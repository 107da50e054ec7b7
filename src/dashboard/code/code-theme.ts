import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the kinds of words, each dark or light enough to read on its ground (WCAG AA). */
const COLORS = {
  light: { tag: '#1c4f9c', name: '#8a3b00', text: '#1f6b2c', quiet: '#5c636a' },
  dark: { tag: '#8fbcff', name: '#ffb07a', text: '#8fdc9b', quiet: '#a8b0b8' },
};

/** The editor's theme for a light or dark page. */
export function codeTheme(scheme: 'light' | 'dark'): Extension {
  const isDark = scheme === 'dark';
  const colors = isDark ? COLORS.dark : COLORS.light;
  return [
    syntaxHighlighting(
      HighlightStyle.define([
        { tag: [tags.tagName, tags.keyword, tags.heading], color: colors.tag },
        { tag: [tags.attributeName, tags.variableName, tags.propertyName], color: colors.name },
        { tag: [tags.attributeValue, tags.string, tags.number], color: colors.text },
        { tag: [tags.comment, tags.meta], color: colors.quiet },
      ]),
    ),
    EditorView.theme(
      {
        '&': {
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-sm)',
          fontSize: '13px',
        },
        '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
        '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
        '.cm-gutters': { backgroundColor: 'transparent', color: colors.quiet, border: 'none' },
        '.cm-activeLine': { backgroundColor: isDark ? '#ffffff0a' : '#0000000a' },
      },
      { dark: isDark },
    ),
  ];
}
