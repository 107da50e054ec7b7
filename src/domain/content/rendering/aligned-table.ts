import type { Builder, Element, Walk } from 'html-to-text';

/** Characters of the first column, so that a line with an amount is not broken by a mail program. */
const WIDEST = 56;
const GAP = 3;

/**
 * Writes a table of two columns, what it is and what it costs, as lines of text: the first to the left, the second to
 * the right.
 */
export function alignedTable(table: Element, walk: Walk, builder: Builder): void {
  builder.openTable();
  for (const row of rowsIn(table)) {
    builder.openTableRow();
    for (const cell of row.children.filter(isCell)) {
      builder.openTableCell({ maxColumnWidth: WIDEST });
      walk(cell.children, builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  builder.closeTable({
    tableToString: (rows) => aligned(rows.map((cells) => cells.map(({ text }) => text))),
    leadingLineBreaks: 2,
    trailingLineBreaks: 2,
  });
}

const isCell = ({ name }: Element): boolean => name === 'td' || name === 'th';

const rowsIn = ({ children = [] }: Element): Element[] =>
  children.flatMap((child) => (child.name === 'tr' ? [child] : rowsIn(child)));

function aligned(rows: readonly string[][]): string {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.flatMap((text) => text.split('\n')).map(lengthOf));
  const left = widest(rows.map(([first = '']) => first));
  const right = widest(rows.map(([, second = '']) => second));
  return rows.map(([first = '', second = '']) => lineOf(first, second, left, right)).join('\n');
}

/** A text of several lines has the amount behind its first. */
function lineOf(text: string, amount: string, left: number, right: number): string {
  const [first = '', ...rest] = text.split('\n');
  const space = ' '.repeat(left - lengthOf(first) + GAP + right - lengthOf(amount));
  return [amount === '' ? first : first + space + amount, ...rest].join('\n');
}

const lengthOf = (text: string): number => [...text].length;
