import type { Part } from './parse-pattern.ts';

/** Continues after the match. */
type Next = (at: number) => boolean;

/** More steps were needed than allowed. */
export class TooManySteps extends Error {}

const isWord = (char = ''): boolean => /\w/.test(char);
const isLineEnd = (char = ''): boolean => /[\n\r\u2028\u2029]/.test(char);

/**
 * How many characters a backtracking matcher reads until it has found all matches of a pattern in a text: like V8, but without
 * its optimisations. The same for the same pattern and text, on any machine. Throws TooManySteps above `most`.
 */
export function countSteps(pattern: Part, flags: string, text: string, most: number): number {
  let steps = 0;
  const starts: (number | undefined)[] = [];
  const ends: (number | undefined)[] = [];
  const isMultiline = flags.includes('m');

  const step = (): void => {
    steps += 1;
    if (steps > most) throw new TooManySteps();
  };

  const isEdge = (edge: '^' | '$' | 'b' | 'B', at: number): boolean => {
    if (edge === '^') return at === 0 || (isMultiline && isLineEnd(text[at - 1]));
    if (edge === '$') return at === text.length || (isMultiline && isLineEnd(text[at]));
    return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === 'b');
  };

  function run(part: Part, at: number, isBack: boolean, next: Next): boolean {
    step();
    switch (part.kind) {
      case 'set': {
        const char = text[isBack ? at - 1 : at];
        return char !== undefined && part.matches(char) && next(isBack ? at - 1 : at + 1);
      }
      case 'sequence':
        return inOrder(isBack ? part.parts.toReversed() : part.parts, 0, at, isBack, next);
      case 'choice':
        return part.parts.some((one) => run(one, at, isBack, next));
      case 'repeat':
        return part.part.kind === 'set'
          ? runOfSet(part, part.part, at, isBack, next)
          : times(part, 0, at, isBack, next);
      case 'group':
        return run(part.part, at, isBack, (end) => {
          const before = [starts[part.index], ends[part.index]] as const;
          [starts[part.index], ends[part.index]] = isBack ? [end, at] : [at, end];
          if (next(end)) return true;
          [starts[part.index], ends[part.index]] = before;
          return false;
        });
      case 'again': {
        const given = text.slice(starts[part.index] ?? 0, ends[part.index] ?? 0);
        steps += given.length;
        const from = isBack ? at - given.length : at;
        return text.startsWith(given, from) && next(isBack ? from : at + given.length);
      }
      case 'look': {
        const isThere = run(part.part, at, !part.isAhead, () => true);
        return isThere !== part.isNot && next(at);
      }
      case 'edge':
        return isEdge(part.edge, at) && next(at);
    }
  }

  const inOrder = (parts: readonly Part[], index: number, at: number, isBack: boolean, next: Next): boolean =>
    index === parts.length
      ? next(at)
      : run(parts[index]!, at, isBack, (end) => inOrder(parts, index + 1, end, isBack, next));

  /** Without recursion: most repetitions are of one character, over long stretches. */
  function runOfSet(
    { min, max, isLazy }: Part & { kind: 'repeat' },
    set: Part & { kind: 'set' },
    at: number,
    isBack: boolean,
    next: Next,
  ): boolean {
    const to = (count: number) => (isBack ? at - count : at + count);
    const fits = (count: number): boolean => {
      step();
      const char = text[isBack ? to(count) - 1 : to(count)];
      return char !== undefined && set.matches(char);
    };
    let count = 0;
    while (count < (isLazy ? min : max) && fits(count)) count += 1;
    if (count < min) return false;
    if (isLazy) {
      for (;;) {
        if (next(to(count))) return true;
        if (count >= max || !fits(count)) return false;
        count += 1;
      }
    }
    for (; count >= min; count -= 1) if (next(to(count))) return true;
    return false;
  }

  function times(part: Part & { kind: 'repeat' }, done: number, at: number, isBack: boolean, next: Next): boolean {
    const more = () =>
      done < part.max &&
      run(part.part, at, isBack, (end) => (end !== at || done < part.min) && times(part, done + 1, end, isBack, next));
    if (done < part.min) return more();
    return part.isLazy ? next(at) || more() : more() || next(at);
  }

  for (let from = 0; from <= text.length; ) {
    let end = -1;
    const found = run(pattern, from, false, (at) => {
      end = at;
      return true;
    });
    if (found && !flags.includes('g')) break;
    from = found ? Math.max(end, from + 1) : from + 1;
  }
  return steps;
}
