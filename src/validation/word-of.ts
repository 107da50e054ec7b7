/**
 * The form in which words and names are compared: lower case, without accents, with `_` for each run of other
 * characters. `E-Mail Address` is `e_mail_address`, `Prénom` is `prenom`, `Bounced (hard)` is `bounced_hard`. Letters
 * of any script stay.
 */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
