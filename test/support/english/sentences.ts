/** Fewer words are a label, such as "Add people". */
const MIN_WORDS = 3;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx|no|St|Mr|Dr)\.$/;

/** Code, addresses and values in braces become one word: they are not English. */
const plain = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\{\{.*?\}\}|\{%.*?%\}|\$\{[^}]*\}/g, 'X')
    .replaceAll(/\bhttps?:\/\/\S+/g, 'X')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The sentences of a text. Labels of one or two words are left out. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const part of plain(text).split(/(?<=[.!?])\s+(?=[A-Z"“(])/)) {
    open = open ? `${open} ${part}` : part;
    if (ABBREVIATION.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  if (open) sentences.push(open);
  return sentences.filter((sentence) => (sentence.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []).length >= MIN_WORDS);
}
