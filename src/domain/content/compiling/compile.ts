import { compileBlocks } from './blocks/compile-blocks.ts';
import { compileHtml } from './compile-html.ts';
import { compileMarkdown } from './compile-markdown.ts';
import { compileMjml } from './compile-mjml.ts';
import type { Editor } from './editors.ts';

/** The source of a template. */
export interface Source {
  editor: Editor;
  content: string;
  /** CSS. */
  styles: string;
}

type Compile = (content: string, styles: string) => string | Promise<string>;

const COMPILE: Record<Editor, Compile> = {
  blocks: compileBlocks,
  mjml: compileMjml,
  html: compileHtml,
  markdown: compileMarkdown,
};

/** Compiles a source to HTML with Liquid, to be rendered for each recipient. Throws SourceProblem. */
export const compile = async ({ editor, content, styles }: Source): Promise<string> => COMPILE[editor](content, styles);
