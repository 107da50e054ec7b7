/**
 * Invisible characters that pages, chats and spreadsheets leave in copied text: soft hyphens, zero-width characters,
 * direction marks, byte order marks.
 */
const INVISIBLE = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff`;
/** Unusual spaces, which also come with copied text. */
const ODD_SPACES = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;

const EVERYWHERE = new RegExp(`[${INVISIBLE}]`, 'g');
const AT_START = new RegExp(`^[${INVISIBLE}${ODD_SPACES}]+`);
const AT_START_BLANK = new RegExp(`^[\\s${INVISIBLE}]+`);
const ONE = new RegExp(`[${INVISIBLE}${ODD_SPACES}]`);
const ONE_BLANK = new RegExp(`[\\s${INVISIBLE}]`);

/** Returns the text without any invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(EVERYWHERE, '');

/**
 * Returns the text without invisible characters and unusual spaces at its ends. Ordinary spaces and line breaks stay.
 */
export const trimInvisible = (text: string): string =>
  isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1)) ? text : trim(text, AT_START, ONE);

/** Returns the text without invisible characters and any white space at its ends. */
export const trimAll = (text: string): string => trim(text, AT_START_BLANK, ONE_BLANK);

/** Most text has none of them. */
const isVisible = (code: number): boolean => code < 0xa0;

/** Searches from the end with a loop, because a pattern would examine each run of spaces within the text. */
function trim(text: string, start: RegExp, one: RegExp): string {
  let end = text.length;
  while (end > 0 && one.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(start, '');
}
