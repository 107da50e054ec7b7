import { validate } from '../../../../validation/validate.ts';
import type { Output, Source } from '../compile.ts';
import { compileMjml } from '../mjml/compile-mjml.ts';
import { SourceProblem } from '../source-problem.ts';
import { type BlockDocument, blockDocument } from './document.ts';
import { checkLiquid } from './liquid-in-blocks.ts';
import { readMarks } from './markup.ts';
import { toMjml } from './to-mjml.ts';

const DEEPEST = 24;

/** Compiles a JSON document of blocks to HTML through MJML. Throws SourceProblem naming the faulty block. */
export async function compileBlocks({ content, styles, language }: Source): Promise<Output> {
  const document = readDocument(content);
  checkLiquid(document);
  const settings = { ...(language && { language }), ...document.settings };
  const { mjml, css } = toMjml({ ...document, settings });
  const { html, warnings } = await compileMjml({ content: mjml, styles }, css);
  // Positions in the MJML mean nothing to an author of blocks.
  return { html: readMarks(html), warnings: warnings.filter(({ field }) => field === 'styles') };
}

function readDocument(content: string): BlockDocument {
  const value = readJson(content);
  if (depthOf(value) > DEEPEST) throw new SourceProblem('is nested too deeply');
  const read = validate(blockDocument, value);
  if ('value' in read) return read.value;
  const { path, problem } = read.issues[0]!;
  throw new SourceProblem(path.length > 0 ? `${path.join('.')} ${problem}` : `it ${problem}`);
}

function readJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new SourceProblem(
      'it is not JSON. The editor "blocks" expects {"blocks": [{"type": "text", "text": "Hello"}]}',
    );
  }
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return depth;
  return Math.max(depth, ...Object.values(value).map((one) => depthOf(one, depth + 1)));
}
