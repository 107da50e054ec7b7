/** A directive of nginx: its name, its arguments, and the directives in its braces. */
export interface Directive {
  name: string;
  args: string[];
  inside?: Directive[];
}

/** Parses an nginx configuration. Throws for an unterminated directive or unmatched braces. */
export function readNginx(text: string): Directive[] {
  const tokens =
    text.match(/#[^\n]*|"[^"]*"|'[^']*'|[{};]|[^\s{};"'#]+/g)?.filter((token) => !token.startsWith('#')) ?? [];
  let at = 0;
  const block = (isOutermost: boolean): Directive[] => {
    const found: Directive[] = [];
    for (;;) {
      const words: string[] = [];
      while (at < tokens.length && !['{', '}', ';'].includes(tokens[at]!)) words.push(tokens[at++]!);
      const end = tokens[at++];
      const [name, ...args] = words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
      if (end === undefined || end === '}') {
        if (words.length > 0) throw new Error(`"${words.join(' ')}" has no end.`);
        if ((end === undefined) !== isOutermost) throw new Error('The braces do not match.');
        return found;
      }
      if (name === undefined) throw new Error(`A ${end} stands alone.`);
      found.push(end === '{' ? { name, args, inside: block(false) } : { name, args });
    }
  };
  return block(true);
}

/** All directives of a name, however deep. */
export const directives = (conf: readonly Directive[], name: string): Directive[] =>
  conf.flatMap((one) => [...(one.name === name ? [one] : []), ...directives(one.inside ?? [], name)]);
