import { inlineStyles } from './inline-styles.ts';
import { protectLiquid } from './protect-liquid.ts';

/** Inlines `styles` and the HTML's own `<style>` elements. HTML without any styles is returned as it is. */
export function compileHtml(content: string, styles: string): string {
  if (styles === '' && !/<style[\s>]/i.test(content)) return content;
  const { text, restore } = protectLiquid(content);
  return restore(inlineStyles(text, styles, 'inlined'));
}
