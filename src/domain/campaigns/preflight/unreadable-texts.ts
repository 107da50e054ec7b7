import { parse } from 'culori';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Issue } from '../../../errors.ts';
import type { CampaignContent } from '../campaign-content.ts';
import { contrastOf, declarationsFor, isHidden, type Shade, shadeWithin } from './shades.ts';
import { type Mode, rulesIn } from './sheet-rules.ts';

/** WCAG 2.2 asks for 4.5, and for 3 of large text. Below that, nobody can read it without effort. */
const LEAST_CONTRAST = 3;
/** Larger messages are cut off by Gmail, and take long to examine. */
const MAX_CHARACTERS = 102_400;
const SHOWN_CHARACTERS = 40;

/** How a mail client shows a message that sets no colours. */
const CANVAS: Record<Mode, Shade> = {
  light: { colour: parse('#000000'), background: parse('#ffffff') },
  dark: { colour: parse('#ffffff'), background: parse('#121212') },
};

const WITHOUT_TEXT = new Set(['head', 'style', 'script', 'title']);

/** Limits for hostile templates. What is further in is not examined. */
const MAX_DEPTH = 100;
const MAX_NODES = 5_000;

interface Place {
  node: Node;
  outer: Shade;
  depth: number;
}

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Issues with text that can hardly be read on its background, in light or in dark mode. One for each mode. */
export function unreadableTexts(contents: readonly CampaignContent[]): Issue[] {
  const sources = [...new Set(contents.flatMap((content) => Object.values(content).map(({ html }) => html)))];
  const readable = sources.filter(({ length }) => length <= MAX_CHARACTERS);
  return (['light', 'dark'] as const).flatMap((mode) => {
    const [text] = readable.flatMap((html) => hardToRead(html, mode));
    return text === undefined ? [] : [{ path: ['template'], problem: WORDS[mode](text) }];
  });
}

const WORDS: Record<Mode, (text: string) => string> = {
  light: (text) => `The text "${text}" is hard to read on its background. Choose colours with more contrast.`,
  dark: (text) =>
    `The text "${text}" is hard to read in dark mode, where mail clients show a dark background. Set a background with the text colour, or colours for dark mode.`,
};

/** The beginnings of texts with too little contrast. Unknown colours, as those of variables, count as readable. */
export function hardToRead(html: string, mode: Mode): string[] {
  const { children } = parseDocument(html);
  const sheets = DomUtils.getElementsByTagName('style', children).map((style) => DomUtils.textContent(style));
  const ofSheets = rulesIn<Element>(sheets, mode);
  const found: string[] = [];
  const left: Place[] = children.map((node) => ({ node, outer: CANVAS[mode], depth: 0 })).reverse();
  for (let place = left.pop(), count = 0; place && count < MAX_NODES; place = left.pop(), count += 1) {
    const { node, outer, depth } = place;
    if (node.type === 'text') found.push(...tooPale((node as unknown as { data: string }).data, outer));
    else if ('attribs' in node && depth < MAX_DEPTH && !WITHOUT_TEXT.has(node.name)) {
      const declarations = declarationsFor(node, ofSheets(node));
      const inner = shadeWithin(outer, declarations);
      const within = isHidden(declarations) ? [] : (node.children as Node[]);
      left.push(...within.map((node) => ({ node, outer: inner, depth: depth + 1 })).reverse());
    }
  }
  return found;
}

function tooPale(data: string, shade: Shade): string[] {
  const text = data
    .replace(/\{%[^%{]*%\}|\{\{[^{}]*\}\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const contrast = contrastOf(shade);
  const isPale = contrast !== undefined && contrast < LEAST_CONTRAST && /[\p{L}\p{N}]/u.test(text);
  return isPale ? [text.slice(0, SHOWN_CHARACTERS)] : [];
}
