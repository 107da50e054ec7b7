/** Tags between the parts of a block. */
const BETWEEN = new Set(['else', 'elsif', 'when']);
/** Tags that say nothing, and are often before a loop on its line. */
const SILENT = new Set(['assign', 'comment', 'endcomment', 'increment']);
/** The beginning of an entry of a list, or of a row of a table. */
const ENTRY = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|\|)/;

/**
 * Gives each part of a block that begins an entry of a list a line of its own: `{% if a %}- one{% else %}- two{% endif %}` is two
 * entries. `words`: what stands for Liquid.
 */
export function oneEntryALine(line: string, words: RegExp, tagOf: (word: string) => string | undefined): string {
  if (!ENTRY.test(line.replace(new RegExp(`^\\s*(?:(?:${words.source})\\s*)+`), ''))) return line;
  return line.replace(words, (word, at: number) => {
    const name = tagOf(word) ?? '';
    if (SILENT.has(name) && line.slice(0, at).replace(words, '').trim() === '') return `${word}\n`;
    return BETWEEN.has(name) && ENTRY.test(line.slice(at + word.length)) ? `\n${word}` : word;
  });
}
