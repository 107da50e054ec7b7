import mjml2html from 'mjml';
import { inlineStyles } from './inline-styles.ts';
import { protectLiquid } from './protect-liquid.ts';
import { type Place, SourceProblem } from './source-problem.ts';

/**
 * Compiles MJML to HTML for mail programs. No file is included. No web font is loaded, because that would tell others
 * than the sender that the mail is read. Throws SourceProblem for elements and attributes that MJML does not know.
 */
export async function compileMjml(content: string, styles: string): Promise<string> {
  const include = /<mj-include[\s/>]/i.exec(content);
  if (include) throw new SourceProblem('mj-include is not available', placeOfTag(content, 'mj-include'));
  const { text, restore } = protectLiquid(content, { lost: 'is between MJML elements. Put it into <mj-raw>' });
  const { html, errors } = await read(text);
  const error = errors.find(({ message }) => !/lq[0-9a-f]{12}x\d+z/.test(message));
  if (error) throw new SourceProblem(error.message, placeOfTag(text, error.tagName, error.line));
  return restore(styles === '' ? html : inlineStyles(html, styles, 'kept'));
}

async function read(text: string) {
  try {
    return await mjml2html(text, { fonts: {}, validationLevel: 'soft', ignoreIncludes: true, keepComments: false });
  } catch (error) {
    throw new SourceProblem((error as Error).message, { line: 1, column: 1 });
  }
}

function placeOfTag(text: string, tag: string, line?: number): Place {
  const lines = text.split('\n');
  const number = line ?? lines.findIndex((one) => one.includes(`<${tag}`)) + 1;
  return { line: number, column: Math.max(0, lines[number - 1]?.indexOf(`<${tag}`) ?? 0) + 1 };
}
