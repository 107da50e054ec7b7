import { normaliseEmail } from '../../../validation/email.ts';
import { trimAll, withoutInvisible } from '../../../validation/invisible.ts';

/** `Ada Lovelace <ada@example.com>`, as mail clients write a recipient. */
const IN_BRACKETS = /<\s*([^<>\s]+@[^<>\s]+)\s*>$/;
/** `ada@example.com (Ada)`. */
const COMMENT = /^(\S+@\S+)\s+\([^()]*\)$/;
const MAILTO = /^mailto:\s*/i;
const QUERY = /\?[^@]*$/;
const AROUND_BEFORE = /^["'“”„‚‘’«»‹›<[({`]+/;
const AROUND_BEHIND = /["'“”‘’«»‹›>\])}`.,;:]+$/;
/** Longer than any address with its decoration. */
const LONGEST = 600;

/**
 * The address in a cell of a file. Removes only the surroundings of a valid address: invisible characters, white space,
 * quotes, brackets, `mailto:`, the name of a recipient, and a comma, semicolon or full stop after it. Returns other cells
 * unchanged for the validation.
 */
export function readAddressCell(cell: string): string {
  if (normaliseEmail(cell) !== undefined || cell.length > LONGEST || !/[@＠]/.test(cell)) return cell;
  const bare = trimAll(withoutInvisible(cell));
  const candidates = [bare, IN_BRACKETS.exec(trailing(bare))?.[1], COMMENT.exec(bare)?.[1]];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    for (const address of [candidate, unwrapped(candidate), unwrapped(candidate.normalize('NFKC'))]) {
      if (normaliseEmail(address) !== undefined) return address;
    }
  }
  return cell;
}

/** Without a comma or a quote after the bracket: `"Ada <ada@example.com>",`. */
const trailing = (text: string): string => text.replace(/["'“”‘’.,;:\s]+$/, '');

function unwrapped(text: string): string {
  let [before, address] = ['', text];
  // `<mailto:ada@example.com>,` has nested decoration.
  while (address !== before) {
    before = address;
    address = trimAll(address.replace(AROUND_BEFORE, '').replace(MAILTO, '').replace(AROUND_BEHIND, ''));
  }
  return text.toLowerCase().includes('mailto:') ? address.replace(QUERY, '') : address;
}

/** Whether a cell holds an address. */
export const holdsAddress = (cell: string): boolean => normaliseEmail(readAddressCell(cell)) !== undefined;
