import type { Line, PositionedTag } from './liquid-lines.ts';

/** A loop or a condition around entries of one list or rows of one table. */
export interface Repeated {
  /** All its tags: the first, those between, and the last. */
  tags: PositionedTag[];
  kind: 'list_item' | 'tr';
  /** The lines on which its parts begin, one for each tag but the last, and the line on which it ends. */
  begins: number[];
  ends: number;
}

const OPENING = new Set(['for', 'if', 'unless', 'case']);
const BETWEEN = new Set(['else', 'elsif', 'when']);
const ENTRY = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/;
const DELIMITER = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;

/** Finds the loops and conditions that contain only whole list entries or whole table rows. */
export const repeatedEntries = (lines: readonly Line[]): Repeated[] =>
  blocksOf(lines).flatMap((tags) => repeatedBy(tags, lines) ?? []);

/** The matching tags of each block: `if`, `else`, `endif`. */
function blocksOf(lines: readonly Line[]): PositionedTag[][] {
  const blocks: PositionedTag[][] = [];
  const open: PositionedTag[][] = [];
  for (const tag of lines.flatMap(({ tags }) => tags)) {
    if (OPENING.has(tag.name)) open.push([tag]);
    else if (BETWEEN.has(tag.name)) open.at(-1)?.push(tag);
    else if (tag.name.startsWith('end') && OPENING.has(tag.name.slice(3))) {
      const block = open.pop();
      if (block) blocks.push([...block, tag]);
    }
  }
  return blocks;
}

function repeatedBy(tags: PositionedTag[], lines: readonly Line[]): Repeated | undefined {
  if (tags.some(({ position }) => position === 'inside')) return undefined;
  const parts = tags.slice(0, -1).map((tag, index) => partOf(tag, tags[index + 1]!, lines));
  // `case` and its first `when` begin the same part.
  if (tags[0]!.name === 'case' && parts[0]!.length === 0) parts[0] = (parts[1] ?? []).slice(0, 1);
  if (parts.some((part) => part.length === 0)) return undefined;
  const kind = kindOf(parts, lines);
  return kind && { tags, kind, begins: parts.map((part) => part[0]!), ends: parts.at(-1)!.at(-1)! };
}

/** The lines with content between two tags. */
function partOf(from: PositionedTag, to: PositionedTag, lines: readonly Line[]): number[] {
  const begin = from.position === 'before' ? from.line : from.line + 1;
  const end = to.position === 'behind' ? to.line : to.line - 1;
  return lines.flatMap((line, at) => (at >= begin && at <= end && line.content.trim() !== '' ? [at] : []));
}

function kindOf(parts: readonly number[][], lines: readonly Line[]): Repeated['kind'] | undefined {
  const content = (at: number) => lines[at]!.content;
  if (
    parts.every(
      ([first, ...rest]) =>
        ENTRY.test(content(first!)) && rest.every((at) => /^\s{2}/.test(content(at)) || ENTRY.test(content(at))),
    )
  ) {
    return 'list_item';
  }
  const areRows = parts.flat().every((at) => content(at).includes('|')) && isInTable(parts[0]![0]!, lines);
  return areRows ? 'tr' : undefined;
}

/** Whether a row has a table head above it, with only rows between them. */
function isInTable(at: number, lines: readonly Line[]): boolean {
  for (let above = at - 1; above >= 0; above--) {
    const { content, tags } = lines[above]!;
    if (content.trim() === '' && tags.length > 0) continue;
    if (!content.includes('|') && !DELIMITER.test(content)) return false;
    if (DELIMITER.test(content) && content.trim() !== '') return true;
  }
  return false;
}
