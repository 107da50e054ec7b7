import { type CssNode, lexer } from 'css-tree';
import { nearMissOf } from '../../../../near-miss.ts';
import { isClosedBlock } from './block-end.ts';
import type { Words } from './sheet.ts';

/** A mistake that browsers skip or complete, with its offset in a sheet. */
export interface CssProblem {
  offset: number;
  problem: string;
}

interface Read {
  text: string;
  root: CssNode;
  /** Unreadable parts. */
  failed: { offset: number; fallback: CssNode }[];
  comments: { start: number; end: number }[];
  words: Words;
}

/** The first problems usually explain the later ones. */
const MOST = 20;

/** Returns the mistakes in CSS, in text order. */
export function problemsOf({ text, root, failed, comments, words }: Read): CssProblem[] {
  const open = comments.find(({ start, end }) => !/^\/\*[\s\S]*\*\/$/.test(text.slice(start, end)));
  const problems = [
    ...(open ? [{ offset: open.start, problem: 'The comment is not closed. Add "*/".' }] : []),
    ...failed.flatMap(({ fallback }) => ofUnread(fallback, text)),
    ...nodesIn(root).flatMap((node) => ofNode(node, text)),
    ...lateImports(root),
  ].filter(({ offset }) => !words.isIn(lineAround(text, offset)));
  return problems.toSorted((a, b) => a.offset - b.offset).slice(0, MOST);
}

const lineAround = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset) + 1, (text.indexOf('\n', offset) + 1 || text.length + 1) - 1);

const nodesIn = (node: CssNode): CssNode[] =>
  node.type === 'Atrule' && !HAS_RULES.test(node.name ?? '')
    ? node.block
      ? [node.block]
      : []
    : [node, ...[...(node.children ?? []), ...(node.block ? [node.block] : [])].flatMap(nodesIn)];

/** At-rules that contain rules for elements. Others have their own descriptors, such as the `src` of a font. */
const HAS_RULES = /^(?:media|supports|container|layer|scope|(?:-\w+-)?keyframes)$/i;

function lateImports(root: CssNode): CssProblem[] {
  const nodes = [...(root.children ?? [])];
  const firstRule = nodes.findIndex(({ type }) => type === 'Rule');
  return nodes
    .filter(
      (node, index) =>
        node.type === 'Atrule' && node.name?.toLowerCase() === 'import' && firstRule >= 0 && index > firstRule,
    )
    .map(({ loc }) => ({
      offset: loc.start.offset,
      problem: '@import must come before all rules. Here it has no effect.',
    }));
}

function ofUnread({ type, loc }: CssNode, text: string): CssProblem[] {
  if (type !== 'Raw') return [];
  const words = text.slice(loc.start.offset, loc.end.offset);
  const offset = loc.start.offset + (words.length - words.trimStart().length);
  const short = shortened(words);
  if (short.startsWith('}')) {
    return [{ offset, problem: 'There is an extra "}". E-mail clients skip the rule after it.' }];
  }
  const isInBlock =
    text
      .slice(0, loc.start.offset)
      .trimEnd()
      .search(/[{;}]$/) >= 0 && !isBeforeBlock(text, loc);
  if (words.includes('{'))
    return [{ offset, problem: `"${short}" begins inside another block. Close that block with "}" first.` }];
  if (isInBlock)
    return [{ offset, problem: `"${short}" is not a declaration such as color: red. E-mail clients skip it.` }];
  return [
    {
      offset,
      problem: short ? `"${short}" is not a valid selector. E-mail clients skip it.` : 'The rule has no selector.',
    },
  ];
}

const isBeforeBlock = (text: string, { end }: CssNode['loc']): boolean =>
  text.slice(end.offset).trimStart().startsWith('{');

function ofNode(node: CssNode, text: string): CssProblem[] {
  const offset = node.loc.start.offset;
  if (node.type === 'Block' && !isClosedBlock(node, text)) {
    return [{ offset, problem: 'The block that begins here is not closed. Add "}".' }];
  }
  return node.type === 'Declaration' ? ofDeclaration(node, text) : [];
}

function ofDeclaration({ property = '', value, important, loc }: CssNode, text: string): CssProblem[] {
  const offset = loc.start.offset;
  const written = typeof value === 'object' ? text.slice(value.loc.start.offset, value.loc.end.offset) : (value ?? '');
  if (property.startsWith('--')) return [];
  if (written.includes('{')) return [{ offset, problem: `A ";" or "}" is missing after ${property}: …` }];
  if (typeof important === 'string') return [{ offset, problem: `"!${important}" must be "!important".` }];
  if (/^\s*$/.test(written)) return [{ offset, problem: `${property} has no value.` }];
  if (/^[^"\n]*"[^"\n]*\n/.test(written))
    return [{ offset, problem: `The text in the value of ${property} is not closed.` }];
  return isKnown(property)
    ? []
    : [{ offset, problem: `The property ${property} does not exist.${suggestion(property)}` }];
}

/** Properties of mail clients: Outlook's, Apple's, hacks for old browsers, and inliners' own. */
const isKnown = (property: string): boolean =>
  /^(?:[-_*]|mso-|x-)/i.test(property) ||
  OTHERS.has(property.toLowerCase()) ||
  lexer.getProperty(property.toLowerCase()) !== null;

const OTHERS = new Set(['supported-color-schemes', 'zoom', 'filter', 'behavior', 'text-justify-trim', 'layout-grid']);

const PROPERTIES = Object.keys(lexer.properties).filter((name) => !name.startsWith('-'));

function suggestion(property: string): string {
  const near = nearMissOf(property, PROPERTIES);
  return near ? ` Did you mean ${near}?` : '';
}

const shortened = (words: string): string => {
  const line = words.trim().replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
};
