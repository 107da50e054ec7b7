const LONGEST = 4_000;

/** Linear: each repetition is bounded. */
const URL_IN_TEXT = /https?:\/\/([^\s/<>"')]{1,255})[^\s<>"')]{0,1000}/g;
const ADDRESS = /[^\s<>"'()[\]:;,@]{1,128}@[^\s<>"'()[\]:;,]{1,255}/g;
/** Codes at the beginning of each line of a reply, which end up between the words once lines are joined. */
const CODES = /\b[245]\d\d(?![\d.])[- ]?(?:#?[245]\.\d{1,3}\.\d{1,3}\b)?|#?\b[245]\.\d{1,3}\.\d{1,3}\b/g;
const LATIN_ACCENTS = /(?<=[a-zα-ω])[\u0300-\u036f]{1,4}/g;

/**
 * Normalises a server's words for the tables: lower case, without accents, addresses, paths of links and reply codes, since
 * names of mailboxes and pages (`blocked@…`, `/help#full`) say nothing about a refusal. Reads at most 4,000 characters.
 */
export const plainWords = (words: string): string =>
  words
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(URL_IN_TEXT, ' $1 ')
    .replace(ADDRESS, ' ')
    .replace(CODES, ' ')
    .normalize('NFKD')
    .replace(LATIN_ACCENTS, '')
    .normalize('NFC')
    .replace(/[’‘`]/g, "'")
    .replace(/[<>"\s|_]+/g, ' ')
    .trim();
