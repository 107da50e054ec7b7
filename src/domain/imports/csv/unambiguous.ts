import { clearNumber } from './clear-number.ts';
import { cellReader, type Format } from './formats.ts';

/**
 * A cell so that it means the same in any file: `1.234,50` in a column with decimal commas is `1234,5`, and `31/12/1980`
 * is `1980-12-31`. A cell that does not fit the format is returned as it is.
 */
export function unambiguous(cell: string, format: Format | null | undefined): string {
  if (format?.date) return String(cellReader('date', format)(cell));
  if (!format?.decimal) return cell;
  const value = cellReader('number', format)(cell);
  if (typeof value !== 'number') return cell;
  return clearNumber(value).replace('.', format.decimal);
}
