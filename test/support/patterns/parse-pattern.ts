/** A regular expression as a tree, for the syntax we use. */
export type Part =
  | { kind: 'set'; source: string; matches(char: string): boolean }
  | { kind: 'sequence'; parts: Part[] }
  | { kind: 'choice'; parts: Part[] }
  | { kind: 'repeat'; part: Part; min: number; max: number; isLazy: boolean }
  | { kind: 'group'; part: Part; index: number }
  | { kind: 'again'; index: number }
  | { kind: 'look'; part: Part; isAhead: boolean; isNot: boolean }
  | { kind: 'edge'; edge: '^' | '$' | 'b' | 'B' };

/** Reads the source of a valid pattern. */
export function parsePattern(source: string, flags: string): Part {
  let at = 0;
  let groups = 0;
  const names = new Map<string, number>();
  const sets = new Map<string, Part>();

  const set = (text: string): Part => {
    const known = sets.get(text);
    if (known) return known;
    const own = new RegExp(`^(?:${text})$`, flags.replace(/[gmy]/g, ''));
    const seen = new Map<string, boolean>();
    const matches = (char: string): boolean => {
      const before = seen.get(char);
      if (before !== undefined) return before;
      const fits = own.test(char);
      seen.set(char, fits);
      return fits;
    };
    const part: Part = { kind: 'set', source: text, matches };
    sets.set(text, part);
    return part;
  };

  const take = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };

  function choice(): Part {
    const parts = [sequence()];
    while (take('|')) parts.push(sequence());
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  function repeated(part: Part): Part {
    const [text, from, comma, to] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(source.slice(at)) ?? [];
    const [min, max] = take('*')
      ? [0, Infinity]
      : take('+')
        ? [1, Infinity]
        : take('?')
          ? [0, 1]
          : text !== undefined && take(text)
            ? [Number(from), comma ? (to ? Number(to) : Infinity) : Number(from)]
            : [];
    if (min === undefined || max === undefined) return part;
    return { kind: 'repeat', part, min, max, isLazy: take('?') };
  }

  function atom(): Part {
    if (take('^')) return { kind: 'edge', edge: '^' };
    if (take('$')) return { kind: 'edge', edge: '$' };
    if (take('(')) return group();
    if (source[at] === '[') return set(classText());
    if (source[at] === '\\') return escaped();
    const char = flags.includes('u') ? String.fromCodePoint(source.codePointAt(at)!) : source[at]!;
    at += char.length;
    return set(/[/{}\]]/.test(char) ? `\\${char}` : char);
  }

  function group(): Part {
    const kinds = { '?:': [], '?=': [true, false], '?!': [true, true], '?<=': [false, false], '?<!': [false, true] };
    for (const [mark, [isAhead, isNot]] of Object.entries(kinds)) {
      if (!take(mark)) continue;
      const part = choice();
      take(')');
      return isAhead === undefined ? part : { kind: 'look', part, isAhead, isNot: isNot! };
    }
    const index = ++groups;
    const name = /^\?<([^>]+)>/.exec(source.slice(at));
    if (name) {
      names.set(name[1]!, index);
      at += name[0].length;
    }
    const part = choice();
    take(')');
    return { kind: 'group', part, index };
  }

  function classText(): string {
    const start = at;
    at += 1;
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    at += 1;
    return source.slice(start, at);
  }

  function escaped(): Part {
    const edge = /^\\([bB])/.exec(source.slice(at));
    if (edge) {
      at += 2;
      return { kind: 'edge', edge: edge[1] as 'b' | 'B' };
    }
    const again = /^\\(?:([1-9]\d*)|k<([^>]+)>)/.exec(source.slice(at));
    if (again) {
      at += again[0].length;
      return { kind: 'again', index: again[1] ? Number(again[1]) : names.get(again[2]!)! };
    }
    const [text] = /^\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]+\}|[\s\S])/i.exec(source.slice(at))!;
    at += text.length;
    return set(text);
  }

  return choice();
}
