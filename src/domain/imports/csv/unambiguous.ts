import { clearNumber } from './clear-number.ts';
import { cellReader, type Format } from './formats.ts';

/**
 * A cell written unambiguously: `1.234,50` in a column with decimal commas becomes `1234,5`, and `31/12/1980` becomes
 * `1980-12-31`. A cell that does not fit the format is returned unchanged.
 */
export function unambiguous(cell: string, format: Format | null | undefined): string {
  if (format?.date) return String(cellReader('date', format)(cell));
  if (!format?.decimal) return cell;
  const value = cellReader('number', format)(cell);
  if (typeof value !== 'number') return cell;
  return clearNumber(value).replace('.', format.decimal);
}
