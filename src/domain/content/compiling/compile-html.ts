import { inlineStyles } from './inline-styles.ts';
import { protectLiquid } from './protect-liquid.ts';

/** HTML with its styles, those of its own `<style>` elements too, written onto its elements. Without any it stays as it is. */
export function compileHtml(content: string, styles: string): string {
  if (styles === '' && !/<style[\s>]/i.test(content)) return content;
  const { text, restore } = protectLiquid(content);
  return restore(inlineStyles(text, styles, 'inlined'));
}
