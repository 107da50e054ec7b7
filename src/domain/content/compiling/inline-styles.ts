import juice from 'juice';

/**
 * Writes CSS into the style attributes of the elements it selects, where every mail program reads it. CSS that cannot
 * be inlined (media queries, pseudo-classes, keyframes, fonts) stays in a `<style>` element. `own`: whether the HTML's
 * own `<style>` elements are inlined too or left as they are.
 */
export function inlineStyles(html: string, styles: string, own: 'inlined' | 'kept'): string {
  const marked = own === 'kept' ? html.replaceAll('<style', UNTOUCHED) : html;
  const inlined = juice(withStyles(marked, styles), { inlinePseudoElements: false, preserveImportant: true });
  return inlined.replaceAll(UNTOUCHED, '<style');
}

/** juice does not touch these elements. */
const UNTOUCHED = '<style data-embed';

function withStyles(html: string, styles: string): string {
  if (styles.trim() === '') return html;
  const element = `<style>${styles}</style>`;
  const head = html.search(/<\/head>/i);
  return head < 0 ? element + html : html.slice(0, head) + element + html.slice(head);
}
