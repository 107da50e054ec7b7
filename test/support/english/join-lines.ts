interface Comment {
  type: string;
  value: string;
  start: number;
  end: number;
}

interface Joined {
  text: string;
  start: number;
  end: number;
}

const DIRECTIVE = /^\s*(?:biome-ignore|@ts-|#)/;

/** Comments without their stars and tags. Lines of `//` that follow each other are one comment; directives are left out. */
export function joinLines(comments: readonly Comment[], code: string): Joined[] {
  const joined: Joined[] = [];
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value)) continue;
    const text = value.replaceAll(/^\s*\*+ ?/gm, '').replaceAll(/@\w+/g, '');
    const before = joined.at(-1);
    if (type === 'Line' && before && /^[ \t]*\n[ \t]*$/.test(code.slice(before.end, start))) {
      before.text += `\n${text}`;
      before.end = end;
    } else {
      joined.push({ text, start, end });
    }
  }
  return joined;
}
