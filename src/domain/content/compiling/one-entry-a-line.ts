/** Tags between the parts of a block. */
const BETWEEN = new Set(['else', 'elsif', 'when']);
/** Tags without output that often precede a loop on its line. */
const SILENT = new Set(['assign', 'comment', 'endcomment', 'increment']);
/** The beginning of a list entry or a table row. */
const ENTRY = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|\|)/;

/**
 * Puts each part of a block that begins a list entry on its own line: `{% if a %}- one{% else %}- two{% endif %}` is two
 * entries. `words`: the words that stand for Liquid.
 */
export function oneEntryALine(line: string, words: RegExp, tagOf: (word: string) => string | undefined): string {
  if (!ENTRY.test(line.replace(new RegExp(`^\\s*(?:(?:${words.source})\\s*)+`), ''))) return line;
  return line.replace(words, (word, at: number) => {
    const name = tagOf(word) ?? '';
    if (SILENT.has(name) && line.slice(0, at).replace(words, '').trim() === '') return `${word}\n`;
    return BETWEEN.has(name) && ENTRY.test(line.slice(at + word.length)) ? `\n${word}` : word;
  });
}
