import { authorStyles, cssWarnings } from './author-styles.ts';
import type { Output, Source } from './compile.ts';
import { inlineStyles } from './inline-styles.ts';
import { protectLiquid } from './protect-liquid.ts';

/** Inlines `styles` and the HTML's own `<style>` elements. Returns HTML without any styles unchanged. */
export function compileHtml({ content, styles }: Source): Output {
  if (styles === '' && !/<style[\s>]/i.test(content)) return { html: content, warnings: [] };
  const liquid = protectLiquid(content);
  const html = inlineStyles(liquid.text, authorStyles(styles), { own: 'inlined', words: liquid.words });
  return { html: liquid.restore(html), warnings: cssWarnings(styles, liquid) };
}
