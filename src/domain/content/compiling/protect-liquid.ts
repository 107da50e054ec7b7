import { randomBytes } from 'node:crypto';
import { TokenKind, type TopLevelToken } from 'liquidjs';
import { topLevelTokens } from '../rendering/liquid/liquid-tokenizer.ts';
import type { HtmlWords } from './css/page.ts';
import { type Position, positionOf, SourceProblem } from './source-problem.ts';

/**
 * A source whose Liquid is replaced by words, because parsers of HTML, MJML or Markdown would misread its quotes and
 * brackets.
 */
export interface ProtectedLiquid {
  /** The source with a plain word instead of each tag and output. */
  text: string;
  /** The meaning of the words. */
  words: HtmlWords;
  /** Matches each word. */
  pattern: RegExp;
  /** The name of the tag that a word stands for, such as "for". Undefined for an output. */
  tagOf(word: string): string | undefined;
  /** The position in the source of an offset in the text. */
  positionOf(offset: number): Position;
  /** Restores the Liquid. Throws SourceProblem if compiling has dropped a tag. */
  restore(compiled: string): string;
}

interface Options {
  /**
   * The message, to follow the Liquid, for Liquid at a position that the language drops. `offset`: of its word in the text.
   * Undefined if dropping it is fine.
   */
  lost?: (offset: number, isTag: boolean) => string | undefined;
}

/** Replaces the Liquid in a source, which must parse. */
export function protectLiquid(source: string, { lost }: Options = {}): ProtectedLiquid {
  const prefix = `lq${randomBytes(6).toString('hex')}x`;
  const tokens = topLevelTokens(source).filter(({ kind }) => kind === TokenKind.Tag || kind === TokenKind.Output);
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    const word = `${prefix}${index}z`;
    text += source.slice(end, token.begin);
    starts.push(text.length);
    text += word;
    ends.push(text.length);
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
    for (const [index, { kind, begin, end }] of tokens.entries()) {
      if (seen.has(index)) continue;
      const why = lost ? lost(starts[index]!, kind === TokenKind.Tag) : 'is not possible here';
      if (why) throw new SourceProblem(`${source.slice(begin, end)} ${why}`, positionOf(source, begin));
    }
    return whole;
  };

  const sourceOffset = (offset: number): number => {
    const before = starts.findLastIndex((start) => start <= offset);
    if (before < 0) return offset;
    const behind = offset - ends[before]!;
    return behind < 0 ? tokens[before]!.begin : tokens[before]!.end + behind;
  };
  const tagOf = (word: string): string | undefined => {
    const token = tokens[Number(word.slice(prefix.length, -1))];
    return token && 'name' in token ? String(token.name) : undefined;
  };
  return {
    text,
    tagOf,
    pattern: new RegExp(`${prefix}\\d+z`, 'g'),
    words: wordsOf(source, prefix, tokens),
    positionOf: (offset) => positionOf(source, sourceOffset(offset)),
    restore,
  };
}

function wordsOf(source: string, prefix: string, tokens: readonly TopLevelToken[]): HtmlWords {
  const found = (text: string) =>
    [...text.matchAll(new RegExp(`${prefix}(\\d+)z`, 'g'))].map(({ 0: word, 1: index, index: start }) => {
      const token = tokens[Number(index)]!;
      return { start, end: start + word.length, kind: token.kind, source: source.slice(token.begin, token.end) };
    });
  return {
    isIn: (text) => text.includes(prefix),
    tagsIn: (text) => (text.includes(prefix) ? found(text).filter(({ kind }) => kind === TokenKind.Tag) : []),
    isRawIn: (text) => text.includes(prefix) && found(text).some(({ source }) => isRaw(source)),
  };
}

/** Whether Liquid inserts HTML. A value escaped before has line breaks at most. */
const isRaw = (source: string): boolean =>
  /\|\s*raw\b/.test(source) && !/\|\s*(?:escape|escape_once|strip_html)\b/.test(source);
