/** A Liquid tag in a source whose Liquid is replaced by words. */
export interface PositionedTag {
  word: string;
  /** Such as "for". */
  name: string;
  line: number;
  /** Its position on the line: at the start, at the end, alone, or in the middle. */
  position: 'before' | 'behind' | 'alone' | 'inside';
}

/** A line, and its content without the tags at its ends. */
export interface Line {
  whole: string;
  content: string;
  tags: PositionedTag[];
}

/** Splits a source into lines. `nameOf`: the name of the tag that a word stands for, undefined for an output. */
export function linesOf(text: string, words: RegExp, nameOf: (word: string) => string | undefined): Line[] {
  return text.split('\n').map((whole, line): Line => {
    const found = [...whole.matchAll(words)].map((match) => ({ word: match[0], begin: match.index }));
    const leading = found.findIndex(
      ({ word, begin }, index) => !nameOf(word) || !isBlank(whole, found[index - 1], begin),
    );
    const before = leading < 0 ? found.length : leading;
    const rest = found.slice(before).toReversed();
    const trailing = rest.findIndex(
      ({ word, begin }, index) =>
        !nameOf(word) || whole.slice(begin + word.length, rest[index - 1]?.begin ?? whole.length).trim() !== '',
    );
    const behind = found.length - (trailing < 0 ? rest.length : trailing);
    const end = behind < found.length ? found[behind]!.begin : whole.length;
    const last = before > 0 ? found[before - 1]! : undefined;
    const start = last ? last.begin + last.word.length : 0;
    const indent = last ? (/^\s*/.exec(whole)?.[0] ?? '') : '';
    const content = (indent + whole.slice(start, end).replace(last ? /^\s+/ : /^$/, '')).trimEnd();
    const isAlone = content.trim() === '';
    const tags = found.flatMap(({ word }, index): PositionedTag[] => {
      const name = nameOf(word);
      if (!name) return [];
      const position = index < before ? 'before' : index >= behind ? 'behind' : 'inside';
      return [{ word, name, line, position: isAlone ? 'alone' : position }];
    });
    return { whole, content, tags };
  });
}

/** Whether only white space separates a word from the one before it, or from the start of the line. */
const isBlank = (line: string, previous: { word: string; begin: number } | undefined, begin: number): boolean =>
  line.slice(previous ? previous.begin + previous.word.length : 0, begin).trim() === '';
