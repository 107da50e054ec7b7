import type { Template } from 'liquidjs';

/** Tags without output. */
const SILENT = new Set(['assign', 'capture', 'comment', 'doc', '#']);
/** Blocks without output if their contents have none. */
const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'ifchanged', 'liquid']);

interface Block {
  name?: string;
  /** Of text. */
  str?: string;
  branches?: { templates: Template[] }[];
  templates?: Template[];
  elseTemplates?: Template[];
}

/**
 * Drops the white space in a block that contains nothing else, as Ruby does: a block that only assigns leaves no blank
 * lines in a text. Returns the block.
 */
export function withoutBlanks<Parsed extends Template>(template: Parsed): Parsed {
  const block = template as unknown as Block;
  if (!block.name || !BLOCKS.has(block.name) || !isBlank(template)) return template;
  for (const contents of contentsOf(block)) contents.splice(0, contents.length, ...contents.filter(isTag));
  return template;
}

function isBlank(template: Template): boolean {
  const block = template as unknown as Block;
  if (block.str !== undefined) return block.str.trim() === '';
  if (!block.name) return false;
  return SILENT.has(block.name) || (BLOCKS.has(block.name) && contentsOf(block).flat().every(isBlank));
}

const isTag = (template: Template): boolean => (template as unknown as Block).name !== undefined;

const contentsOf = ({ branches = [], templates, elseTemplates }: Block): Template[][] =>
  [...branches.map((branch) => branch.templates), templates, elseTemplates].filter(
    (contents) => contents !== undefined,
  );
