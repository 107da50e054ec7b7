import type MarkdownIt from 'markdown-it';
import { type Line, linesOf } from './liquid-lines.ts';
import type { ProtectedLiquid } from './protect-liquid.ts';
import { type Repeated, repeatedEntries } from './repeated-entries.ts';

type Markdown = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Markdown['parse']>[number];

/**
 * Renders Markdown whose Liquid is replaced by words. A loop around list entries or table rows makes one list or table,
 * with its tags between the entries. `alone`: how to write another tag that is alone on its line.
 */
export function renderMarkdown(
  markdown: Markdown,
  { text, pattern, tagOf }: ProtectedLiquid,
  alone = (word: string) => word,
): string {
  const apart = text.split('\n').map((line) => oneEntryALine(line, pattern, tagOf));
  const lines = linesOf(apart.join('\n'), pattern, tagOf);
  let repeated = repeatedEntries(lines);
  // A loop whose parts are not entries of one list is written unchanged, and the others are tried again without it.
  while (true) {
    const { source, lineOf } = withoutTags(lines, repeated, alone);
    const tokens = markdown.parse(source, {});
    const placed = repeated.map((one) => positionIn(tokens, one, lineOf));
    if (!placed.includes(undefined))
      return renderWith(
        markdown,
        tokens,
        placed.flatMap((tags) => tags ?? []),
      );
    repeated = repeated.filter((_, index) => placed[index]);
  }
}

/** The source without the tags around list entries and table rows, and the new number of each remaining line. */
function withoutTags(lines: readonly Line[], repeated: readonly Repeated[], alone: (word: string) => string) {
  const taken = new Set(repeated.flatMap(({ tags }) => tags));
  const closing = new Map(repeated.map(({ tags, kind }) => [tags.at(-1)!, kind]));
  const firsts = new Set(repeated.flatMap(({ kind, begins }) => (kind === 'list_item' ? [begins[0]!] : [])));
  const source: string[] = [];
  const lineOf = new Map<number, number>();
  /** The kind of block that ended right before this line. Text after it must not become a part of it. */
  let ended: Repeated['kind'] | undefined;
  for (const [at, line] of lines.entries()) {
    const { content, tags } = line;
    const closed = (isBehind: boolean) =>
      tags.flatMap((tag) => ((tag.position === 'behind') === isBehind ? (closing.get(tag) ?? []) : [])).at(-1);
    ended = closed(false) ?? ended;
    if (content.trim() === '' && tags.length > 0 && tags.every((tag) => taken.has(tag))) continue;
    const previous = source.at(-1) ?? '';
    const isText = ended && !isListed(content) && !/^\s/.test(content) && !(ended === 'tr' && content.includes('|'));
    const isFirst = firsts.has(at) && !isListed(previous) && !/^\s/.test(previous);
    if ((isText || isFirst) && previous.trim() !== '') source.push('');
    lineOf.set(at, source.length);
    source.push(written(line, taken, alone));
    ended = closed(true);
  }
  return { source: source.join('\n'), lineOf };
}

const isListed = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line);

function written({ whole, content, tags }: Line, taken: ReadonlySet<unknown>, alone: (word: string) => string): string {
  const others = tags.filter((tag) => !taken.has(tag));
  if (others.length === tags.length) {
    const [only] = tags;
    return tags.length === 1 && only!.position === 'alone' && whole.trim() === only!.word ? alone(only!.word) : whole;
  }
  const wordsAt = (position: string) => others.filter((tag) => tag.position === position).map(({ word }) => word);
  const indent = /^\s*/.exec(content)?.[0] ?? '';
  return `${indent}${wordsAt('before').join('')}${wordsAt('alone').join('')}${content.trimStart()}${wordsAt('behind').join('')}`;
}

interface Placed {
  /** The index of the token after the tag. */
  at: number;
  word: string;
}

/** Finds the tokens between which the tags of a loop belong. Undefined if its parts are not sibling entries. */
function positionIn(
  tokens: readonly Token[],
  { kind, tags, begins, ends }: Repeated,
  lineOf: ReadonlyMap<number, number>,
): Placed[] | undefined {
  const placed: Placed[] = [];
  let level: number | undefined;
  for (const [index, line] of begins.entries()) {
    const at = tokens.findIndex(
      ({ type, map, level: own }) =>
        type === `${kind}_open` && map?.[0] === lineOf.get(line) && (level === undefined || own === level),
    );
    if (at < 0) return undefined;
    level ??= tokens[at]!.level;
    placed.push({ at, word: tags[index]!.word });
  }
  const first = placed[0]!.at;
  const end = lineOf.get(ends) ?? 0;
  let last = -1;
  let isInside = false;
  for (let at = first; at < tokens.length; at++) {
    const { type, level: own, map } = tokens[at]!;
    if (own < level!) break;
    if (own !== level) continue;
    if (type === `${kind}_open`) isInside = map !== null && map[0] <= end;
    if (type === `${kind}_close` && isInside) last = at + 1;
  }
  const isWhole = tokens.slice(first, last).every(({ level: own }) => own >= level!);
  if (last < 0 || !isWhole || placed.some(({ at }) => at >= last)) return undefined;
  return [...placed, { at: last, word: tags.at(-1)!.word }];
}

function renderWith(markdown: Markdown, tokens: Token[], placed: readonly Placed[]): string {
  const order = (word: string): number => Number(/x(\d+)z$/.exec(word)?.[1]);
  const byPosition = new Map<number, string[]>();
  for (const { at, word } of placed) byPosition.set(at, [...(byPosition.get(at) ?? []), word]);
  const all = [...tokens, undefined].flatMap((token, at) => {
    const here = (byPosition.get(at) ?? []).toSorted((one, other) => order(one) - order(other));
    return [...(here.length > 0 ? [verbatim(tokens[0]!, here.join(''))] : []), ...(token ? [token] : [])];
  });
  return markdown.renderer.render(all, markdown.options, {});
}

/** A token with literal content. */
function verbatim(example: Token, content: string): Token {
  const token = new (example.constructor as new (type: string, tag: string, nesting: number) => Token)(
    'html_block',
    '',
    0,
  );
  token.content = content;
  return token;
}

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
function oneEntryALine(line: string, words: RegExp, tagOf: (word: string) => string | undefined): string {
  if (!ENTRY.test(line.replace(new RegExp(`^\\s*(?:(?:${words.source})\\s*)+`), ''))) return line;
  return line.replace(words, (word, at: number) => {
    const name = tagOf(word) ?? '';
    if (SILENT.has(name) && line.slice(0, at).replace(words, '').trim() === '') return `${word}\n`;
    return BETWEEN.has(name) && ENTRY.test(line.slice(at + word.length)) ? `\n${word}` : word;
  });
}
