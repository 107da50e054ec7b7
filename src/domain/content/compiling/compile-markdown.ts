import MarkdownIt from 'markdown-it';
import { authorStyles, cssWarnings } from './author-styles.ts';
import type { Output, Source } from './compile.ts';
import { inlineStyles } from './inline-styles.ts';
import { protectLiquid } from './protect-liquid.ts';
import { renderMarkdown } from './render-markdown.ts';

const markdown = new MarkdownIt({ html: true, linkify: true });

/** Compiles Markdown (CommonMark with tables and bare links; HTML is kept) to a styled page. */
export function compileMarkdown({ content, styles }: Source): Output {
  const liquid = protectLiquid(content);
  // As a comment, a tag that is alone on its line stays between paragraphs.
  const rendered = renderMarkdown(markdown, liquid, (word) => `<!--${word}-->`);
  const body = rendered.replace(/<!--(lq[0-9a-f]{12}x\d+z)-->/g, '$1');
  const given = [{ css: TYPOGRAPHY, isOurs: true }, ...authorStyles(styles)];
  const html = inlineStyles(htmlPage(body), given, { own: 'inlined', words: liquid.words });
  return { html: liquid.restore(html), warnings: cssWarnings(styles, liquid) };
}

/** Compiles Markdown without HTML, for text inside a larger design. Keeps Liquid. */
export function markdownPart(source: string): string {
  const liquid = protectLiquid(source);
  return liquid.restore(renderMarkdown(plain, liquid));
}

const plain = new MarkdownIt({ html: false, linkify: true });

const TYPOGRAPHY = `
.page { max-width: 600px; margin: 0 auto; padding: 24px; font: 16px/1.5 Helvetica, Arial, sans-serif; color: #1a1a1a }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 16px }
h2 { font-size: 21px; line-height: 1.3; margin: 28px 0 12px }
h3 { font-size: 17px; margin: 24px 0 8px }
p, ul, ol, blockquote, table { margin: 0 0 16px }
a { color: #0b57d0 }
img { max-width: 100%; height: auto; border: 0 }
blockquote { padding-left: 16px; border-left: 3px solid #d0d0d0; color: #555 }
code { font-family: Menlo, Consolas, monospace; font-size: 14px }
pre { padding: 12px; background: #f5f5f5; overflow: auto }
td, th { padding: 6px 12px 6px 0; text-align: left; vertical-align: top }
hr { border: 0; border-top: 1px solid #ddd; margin: 24px 0 }
`;

/** Wraps the content of a template in an HTML page. */
const htmlPage = (body: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body style="margin:0">
<div class="page">
${body}</div>
</body>
</html>
`;
