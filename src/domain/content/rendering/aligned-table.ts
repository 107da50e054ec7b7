import type { Builder, Element, Walk } from 'html-to-text';

/** Width of the first column in characters, so that mail clients do not break a line with an amount. */
const WIDEST = 56;
const GAP = 3;

/** Writes a two-column table of items and amounts as lines of text: items on the left, amounts on the right. */
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

/** In a text of several lines, the amount follows the first. */
function lineOf(text: string, amount: string, left: number, right: number): string {
  const [first = '', ...rest] = text.split('\n');
  const space = ' '.repeat(left - lengthOf(first) + GAP + right - lengthOf(amount));
  return [amount === '' ? first : first + space + amount, ...rest].join('\n');
}

const lengthOf = (text: string): number => [...text].length;
