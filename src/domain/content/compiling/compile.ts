import { compileBlocks } from './blocks/compile-blocks.ts';
import { compileHtml } from './compile-html.ts';
import { compileMarkdown } from './compile-markdown.ts';
import { compileMjml } from './compile-mjml.ts';

export const EDITORS = ['blocks', 'mjml', 'html', 'markdown'] as const;
export type Editor = (typeof EDITORS)[number];

/** What a template is written in and what it says. */
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

/** Makes HTML with Liquid in it, ready to be filled for each recipient. Throws SourceProblem. */
export const compile = async ({ editor, content, styles }: Source): Promise<string> => COMPILE[editor](content, styles);
