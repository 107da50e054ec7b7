import { randomBytes } from 'node:crypto';
import { TokenKind } from 'liquidjs';
import { topLevelTokens } from '../rendering/liquid/liquid-tokenizer.ts';
import { placeOf, SourceProblem } from './source-problem.ts';

/**
 * A source whose Liquid is replaced, because parsers of HTML, MJML or Markdown would misread its quotes and brackets.
 */
export interface ProtectedLiquid {
  /** The source with a plain word instead of each tag and output. */
  text: string;
  /** Puts the Liquid back. Throws SourceProblem when compiling has dropped a tag. */
  restore(compiled: string): string;
}

interface Options {
  /** Writes a tag that is alone on its line. Default: like any other tag. */
  alone?: (word: string) => string;
  /** The message, after the tag, for a tag in a place that the language drops. */
  lost?: string;
}

/** Replaces the Liquid in a source, which must parse. */
export function protectLiquid(source: string, { alone, lost = 'is not possible here' }: Options = {}): ProtectedLiquid {
  const prefix = `lq${randomBytes(6).toString('hex')}x`;
  const tokens = topLevelTokens(source).filter(({ kind }) => kind === TokenKind.Tag || kind === TokenKind.Output);
  let text = '';
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    const word = `${prefix}${index}z`;
    const isAlone = token.kind === TokenKind.Tag && isAloneOnLine(source, token.begin, token.end);
    text += source.slice(end, token.begin) + (alone && isAlone ? alone(word) : word);
    end = token.end;
  }
  text += source.slice(end);

  const restore = (compiled: string): string => {
    const seen = new Set<number>();
    const whole = compiled.replace(new RegExp(`${prefix}(\\d+)z`, 'g'), (_, index) => {
      seen.add(Number(index));
      const { begin, end } = tokens[Number(index)]!;
      return source.slice(begin, end);
    });
    const missing = tokens.find((_, index) => !seen.has(index));
    if (!missing) return whole;
    throw new SourceProblem(`${source.slice(missing.begin, missing.end)} ${lost}`, placeOf(source, missing.begin));
  };
  return { text, restore };
}

function isAloneOnLine(source: string, begin: number, end: number): boolean {
  const before = source.slice(source.lastIndexOf('\n', begin - 1) + 1, begin);
  const lineEnd = source.indexOf('\n', end);
  const after = source.slice(end, lineEnd < 0 ? undefined : lineEnd);
  return before.trim() === '' && after.trim() === '';
}
