/** Whether a text contains every word of another, ignoring case, like the server's name search. */
export const hasWords = (text: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Whether every word of a text begins a word of another, ignoring case: "sand" is no part of "Versanddomains". */
export const beginsWords = (text: string, typed: string): boolean => {
  const words = text.toLowerCase().split(/[\s:,/]+/);
  return typed
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((begin) => words.some((word) => word.startsWith(begin)));
};
