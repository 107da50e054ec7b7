/**
 * A text in the form in which words and names are compared: in lower case, without accents, with `_` for each run of other
 * signs. `E-Mail Address` is `e_mail_address`, `Prénom` is `prenom`, `Bounced (hard)` is `bounced_hard`. Letters of any script stay.
 */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** A name in the form in which names of columns are looked up: `First Name`, `first_name` and `FIRSTNAME` are `firstname`. */
export const plainName = (name: string): string => wordOf(name).replaceAll('_', '');

/** The names of a list with commas between them, as they are looked up. */
export const plainNames = (list: string): string[] => list.split(',').map(plainName).filter(Boolean);
