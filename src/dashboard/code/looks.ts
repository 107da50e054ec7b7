import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the kinds of words, each dark or light enough to read on its ground (WCAG AA). */
const INK = {
  light: { tag: '#1c4f9c', name: '#8a3b00', text: '#1f6b2c', quiet: '#5c636a' },
  dark: { tag: '#8fbcff', name: '#ffb07a', text: '#8fdc9b', quiet: '#a8b0b8' },
};

/** How code looks on a light or a dark page. */
export function looks(scheme: 'light' | 'dark'): Extension {
  const isDark = scheme === 'dark';
  const ink = isDark ? INK.dark : INK.light;
  return [
    syntaxHighlighting(
      HighlightStyle.define([
        { tag: [tags.tagName, tags.keyword, tags.heading], color: ink.tag },
        { tag: [tags.attributeName, tags.variableName, tags.propertyName], color: ink.name },
        { tag: [tags.attributeValue, tags.string, tags.number], color: ink.text },
        { tag: [tags.comment, tags.meta], color: ink.quiet },
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
        '.cm-gutters': { backgroundColor: 'transparent', color: ink.quiet, border: 'none' },
        '.cm-activeLine': { backgroundColor: isDark ? '#ffffff0a' : '#0000000a' },
      },
      { dark: isDark },
    ),
  ];
}
