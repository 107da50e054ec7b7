import juice from 'juice';

/**
 * Writes CSS onto the elements it selects, which is where every mail program reads it. What cannot be written there
 * (media queries, pseudo-classes, keyframes, fonts) stays in a `<style>` element. The HTML's own `<style>` elements go
 * the same way, unless they are `kept`.
 */
export function inlineStyles(html: string, styles: string, own: 'inlined' | 'kept'): string {
  const marked = own === 'kept' ? html.replaceAll('<style', KEPT) : html;
  const inlined = juice(withStyles(marked, styles), { inlinePseudoElements: false, preserveImportant: true });
  return inlined.replaceAll(KEPT, '<style');
}

/** What juice leaves alone. */
const KEPT = '<style data-embed';

function withStyles(html: string, styles: string): string {
  if (styles.trim() === '') return html;
  const element = `<style>${styles}</style>`;
  const head = html.search(/<\/head>/i);
  return head < 0 ? element + html : html.slice(0, head) + element + html.slice(head);
}
