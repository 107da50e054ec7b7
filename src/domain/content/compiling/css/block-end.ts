import type { CssNode } from 'css-tree';

/** Whether a block ends with its own brace, not with the text. */
export function isClosedBlock(block: CssNode, text: string): boolean {
  const end = block.loc.end.offset;
  const last = block.children?.last;
  return text[end - 1] === '}' && end - block.loc.start.offset > 1 && (!last || last.loc.end.offset < end);
}

/** The braces missing at the end of a rule. */
export function missingBraces(node: CssNode, text: string): string {
  const { block } = node;
  if (!block || isClosedBlock(block, text)) return '';
  const last = block.children?.last;
  if (last?.block) return `${missingBraces(last, text)}}`;
  return `${last ? '}'.repeat(unclosedIn(text.slice(last.loc.start.offset, last.loc.end.offset))) : ''}}`;
}

const unclosedIn = (text: string): number => Math.max(0, text.split('{').length - text.split('}').length);
