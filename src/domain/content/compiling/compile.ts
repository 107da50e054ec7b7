import { authorStyles, cssWarnings } from './author-styles.ts';
import { compileBlocks } from './blocks/compile-blocks.ts';
import { compileMarkdown } from './compile-markdown.ts';
import type { Editor } from './editors.ts';
import { inlineStyles } from './inline-styles.ts';
import { compileMjml } from './mjml/compile-mjml.ts';
import { protectLiquid } from './protect-liquid.ts';
import type { SourceWarning } from './source-problem.ts';

/** The source of a template. */
export interface Source {
  editor: Editor;
  content: string;
  /** CSS. */
  styles: string;
  /** The language of the content, unless the content declares one. */
  language?: string;
}

export interface Output {
  /** HTML with Liquid. */
  html: string;
  /** CSS mistakes that mail clients tolerate. */
  warnings: SourceWarning[];
}

type Compile = (source: Source) => Output | Promise<Output>;

const COMPILE: Record<Editor, Compile> = {
  blocks: compileBlocks,
  mjml: compileMjml,
  html: compileHtml,
  markdown: compileMarkdown,
};

/** Compiles a source to HTML with Liquid, to be rendered for each recipient. Throws SourceProblem. */
export const compile = async (source: Source): Promise<Output> => COMPILE[source.editor](source);

/** Inlines `styles` and the HTML's own `<style>` elements. Returns HTML without any styles unchanged. */
function compileHtml({ content, styles }: Source): Output {
  if (styles === '' && !/<style[\s>]/i.test(content)) return { html: content, warnings: [] };
  const liquid = protectLiquid(content);
  const html = inlineStyles(liquid.text, authorStyles(styles), { own: 'inlined', words: liquid.words });
  return { html: liquid.restore(html), warnings: cssWarnings(styles, liquid) };
}
