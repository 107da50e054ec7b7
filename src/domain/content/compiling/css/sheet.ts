import { type CssNode, parse } from 'css-tree';
import { isClosedBlock, missingBraces } from './block-end.ts';
import { type CssProblem, problemsOf } from './css-problems.ts';
import { describeSelector, type Selector } from './selector.ts';

/** A style sheet in its author's words. */
export interface Sheet {
  text: string;
  statements: Statement[];
  problems: CssProblem[];
}

/** A rule, an at-rule such as `@media`, or words that stand for Liquid. */
export interface Statement {
  start: number;
  end: number;
  /** Braces missing at the end. */
  missing: string;
  /** Absent for statements that stay unchanged. */
  rule?: Rule;
  /** The conditional rules, in `@media` and `@supports`. */
  conditional: Rule[];
}

export interface Rule {
  selectors: Selector[];
  declarations: Declaration[];
  /** The range between its braces, in the text of the sheet. */
  body: { start: number; end: number };
  /** Whether it contains something that cannot be in a style attribute, such as a nested rule. */
  isMixed: boolean;
}

export interface Declaration {
  property: string;
  value: string;
  important: boolean;
  /** The position for `!important`. */
  end: number;
}

/** The words that replace Liquid in the text. */
export interface Words {
  /** Whether a text contains such a word. */
  isIn(text: string): boolean;
  /** The ranges of words for tags such as `{% if %}` in a text. */
  tagsIn(text: string): { start: number; end: number }[];
}

const CONDITIONS = new Set(['media', 'supports']);

/** Parses CSS as browsers do: unreadable parts are skipped and reported. Never throws. */
export function readSheet(text: string, words: Words): Sheet {
  const failed: { offset: number; fallback: CssNode }[] = [];
  const comments: { start: number; end: number }[] = [];
  const root = parse(text, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    onParseError: ({ offset }, fallback) => failed.push({ offset, fallback }),
    onComment: (_, { start, end }) => comments.push({ start: start.offset, end: end.offset }),
  });
  const nodes = [...(root.children ?? [])];
  const asWritten = spanOfTags(text, nodes, words);
  const statements = nodes.flatMap((node) => statementOf(node, text, words, asWritten));
  const kept = comments
    .filter(({ start, end }) => words.isIn(text.slice(start, end)) && !nodes.some((node) => covers(node, start)))
    .map((comment) => ({ ...comment, missing: '', conditional: [] }));
  return {
    text,
    statements: [...statements, ...kept].toSorted((a, b) => a.start - b.start),
    problems: problemsOf({ text, root, failed, comments, words }),
  };
}

const covers = ({ loc }: CssNode, offset: number): boolean => loc.start.offset <= offset && offset < loc.end.offset;

function statementOf(
  node: CssNode,
  text: string,
  words: Words,
  asWritten: { start: number; end: number },
): Statement[] {
  const start = node.loc.start.offset;
  const end = node.loc.end.offset;
  const own = text.slice(start, end);
  const whole = { start, end, missing: missingBraces(node, text), conditional: [] };
  const isAsWritten = start < asWritten.end && end > asWritten.start;
  if (node.type === 'Rule') {
    const rule = ruleOf(node, text, words);
    return [rule && !isAsWritten ? { ...whole, rule } : whole];
  }
  if (node.type === 'Atrule') {
    const isCondition = CONDITIONS.has((node.name ?? '').toLowerCase()) && !isAsWritten;
    const inner = isCondition ? [...(node.block?.children ?? [])].flatMap((one) => rulesIn(one, text, words)) : [];
    return [{ ...whole, conditional: inner }];
  }
  return words.isIn(own) ? [whole] : [];
}

const rulesIn = (node: CssNode, text: string, words: Words): Rule[] => {
  if (node.type === 'Rule') return [ruleOf(node, text, words)].filter((rule) => rule !== undefined);
  if (node.type !== 'Atrule' || !CONDITIONS.has((node.name ?? '').toLowerCase())) return [];
  return [...(node.block?.children ?? [])].flatMap((one) => rulesIn(one, text, words));
};

/** A readable rule. Undefined if its selectors are unreadable, or Liquid decides on more than values. */
function ruleOf({ prelude, block }: CssNode, text: string, words: Words): Rule | undefined {
  if (prelude?.type !== 'SelectorList' || !block) return undefined;
  const children = [...(block.children ?? [])];
  const declarations = children.filter(({ type }) => type === 'Declaration');
  const others = children.filter(({ type, loc }) => type !== 'Declaration' && !isEmpty(text, loc));
  const around = [prelude, ...others].map(({ loc }) => text.slice(loc.start.offset, loc.end.offset));
  if ([...around, ...declarations.map(({ property = '' }) => property)].some(words.isIn)) return undefined;
  const last = children.at(-1);
  const isClosed = isClosedBlock(block, text);
  return {
    selectors: [...(prelude.children ?? [])].map(describeSelector),
    declarations: declarations.map((node) => declarationOf(node, text)).filter((one) => one !== undefined),
    body: {
      start: block.loc.start.offset + 1,
      end: isClosed ? block.loc.end.offset - 1 : (last?.loc.end.offset ?? block.loc.end.offset),
    },
    isMixed: others.length > 0 || declarations.some(({ property = '' }) => !/^-?[a-z_]/i.test(property)),
  };
}

const isEmpty = (text: string, { start, end }: CssNode['loc']): boolean =>
  /^[\s;]*$/.test(text.slice(start.offset, end.offset));

function declarationOf(node: CssNode, text: string): Declaration | undefined {
  const { property = '', value, important = false } = node;
  if (typeof important === 'string' && important.toLowerCase() !== 'important') return undefined;
  const raw = typeof value === 'object' ? text.slice(value.loc.start.offset, value.loc.end.offset) : (value ?? '');
  const name = property.startsWith('--') ? property : property.toLowerCase();
  return {
    property: name,
    value: raw
      .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    important: important !== false,
    end: node.loc.start.offset + text.slice(node.loc.start.offset, node.loc.end.offset).trimEnd().length,
  };
}

/** The declarations of a style attribute. */
export function declarationsOf(style: string): Declaration[] {
  if (style.trim() === '') return [];
  const list = parse(style, { context: 'declarationList', positions: true, parseValue: false });
  return [...(list.children ?? [])]
    .filter(({ type }) => type === 'Declaration')
    .flatMap((node) => declarationOf(node, style) ?? []);
}

/** The range from the first to the last tag outside a value: Liquid decides whether its content exists. */
function spanOfTags(text: string, nodes: readonly CssNode[], words: Words): { start: number; end: number } {
  const values = nodes.flatMap(declarationsIn).map(({ value }) => (value as CssNode).loc);
  const isValue = (offset: number) => values.some(({ start, end }) => start.offset <= offset && offset < end.offset);
  const tags = words.tagsIn(text).filter(({ start }) => !isValue(start));
  return { start: tags[0]?.start ?? 0, end: tags.at(-1)?.end ?? 0 };
}

const declarationsIn = (node: CssNode): CssNode[] =>
  node.type === 'Declaration'
    ? [node].filter(({ value }) => typeof value === 'object')
    : [...(node.block?.children ?? [])].flatMap(declarationsIn);
