import mjml2html from 'mjml';
import { authorStyles, cssWarnings } from '../author-styles.ts';
import type { Output, Source } from '../compile.ts';
import { inlineStyles } from '../inline-styles.ts';
import { protectLiquid } from '../protect-liquid.ts';
import { SourceProblem } from '../source-problem.ts';
import { type Mjml, type Range, readMjml } from './read-mjml.ts';

/**
 * Compiles MJML to HTML for mail clients. Includes no files. Loads no web fonts, which would reveal to third parties that
 * the mail is read. `ours`: CSS to be inlined before the author's. Throws SourceProblem for unknown elements and
 * attributes, and for elements and comments that do not end properly.
 */
export async function compileMjml({ content, styles }: Pick<Source, 'content' | 'styles'>, ours = ''): Promise<Output> {
  const own = protectLiquid(ours, { lost: () => undefined });
  let read: Mjml | undefined;
  const liquid = protectLiquid(content, {
    lost: (offset, isTag) => read && whyLost(offset, isTag, read, liquid.text),
  });
  const positionOfTag = (tag: string, line = 0) => {
    const start = line > 1 ? nthLine(liquid.text, line) : 0;
    return liquid.positionOf(Math.max(start, liquid.text.indexOf(`<${tag}`, start)));
  };
  const include = /<mj-include[\s/>]/i.exec(liquid.text);
  if (include) throw new SourceProblem('mj-include is not available', liquid.positionOf(include.index));
  if (!/<mjml[\s>]/i.test(liquid.text)) throw new SourceProblem(NO_MJML, { line: 1, column: 1 });
  read = readMjml(liquid.text, liquid.positionOf);
  const { html, errors } = await toHtml(read.text);
  const error = errors.find(({ message }) => !/lq[0-9a-f]{12}x\d+z/.test(message));
  if (error) throw new SourceProblem(error.message, positionOfTag(error.tagName, error.line));
  const given = [
    ...(ours === '' ? [] : [{ css: own.text, isOurs: true }]),
    ...read.inlineStyles.map((css) => ({ css })),
    ...authorStyles(styles),
  ];
  const styled = given.length === 0 ? html : inlineStyles(html, given, { own: 'kept', words: liquid.words });
  return { html: own.restore(liquid.restore(styled)), warnings: cssWarnings(styles, liquid) };
}

const NO_MJML = 'Malformed MJML. Check that your structure is correct and enclosed in <mjml> tags';

async function toHtml(text: string) {
  try {
    return await mjml2html(text, { fonts: {}, validationLevel: 'soft', ignoreIncludes: true, keepComments: false });
  } catch (error) {
    throw new SourceProblem((error as Error).message, { line: 1, column: 1 });
  }
}

/** The offset of the first character of a line, counted from 1. */
function nthLine(text: string, line: number): number {
  let offset = 0;
  for (let number = 1; number < line; number += 1) offset = text.indexOf('\n', offset) + 1;
  return offset;
}

/**
 * Explains why MJML has dropped Liquid at an offset; the text follows the Liquid itself. Undefined for an output in a
 * comment, which is dropped on purpose.
 */
function whyLost(offset: number, isTag: boolean, { tags, dropped }: Mjml, text: string): string | undefined {
  const isAround = ({ start, end }: Range): boolean => start <= offset && offset < end;
  if (dropped.some(isAround)) return isTag ? 'is in a comment, which is removed. Move it into <mj-raw>' : undefined;
  const tag = tags.find(isAround);
  if (!tag) return 'is between MJML elements. Move it into <mj-raw>';
  const attribute = /(?<=[\s"'])([\w-]+)\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/.exec(text.slice(tag.start, offset))?.[1];
  if (!attribute) return `is in the tag <${tag.name}>, next to its attributes. Move it into the value of an attribute`;
  return `is in the attribute ${attribute} of <${tag.name}>, where MJML needs a fixed value. Write a fixed value`;
}
