/** A value of a block. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value | undefined };

/** A block in the editor: its type and its values (docs/templates.md). */
export interface Block {
  type: string;
  [key: string]: Value | undefined;
}

export interface Document {
  settings?: { [key: string]: Value | undefined } | undefined;
  blocks: Block[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a block, by its type. Its other values are JSON, because they were read from it. */
export const isBlock = (value: unknown): value is Block => isObject(value) && typeof value.type === 'string';

const isBlocks = (value: unknown): value is Block[] => Array.isArray(value) && value.every(isBlock);

const isDocument = (value: unknown): value is Document =>
  isObject(value) && isBlocks(value.blocks) && (value.settings === undefined || isObject(value.settings));

/** Reads the content of a template; undefined where it is no document that can be shown as blocks. */
export function readDocument(content: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const writtenDocument = (document: Document): string => JSON.stringify(document, null, 2);

/** A nested level of a block: its path in the block, and its number among levels of its kind. */
export interface Level {
  path: string;
  kind: 'inside' | 'else' | 'column';
  number: number;
  blocks: Block[];
}

const blocksIn = (value: unknown): Block[] => (isBlocks(value) ? value : []);

/** The nested levels of a block. */
export function levelsOf(block: Block): Level[] {
  if (block.type === 'columns') {
    const columns = Array.isArray(block.columns) ? block.columns : [];
    return columns.map((column, index) => ({
      path: `columns.${index}.blocks`,
      kind: 'column',
      number: index + 1,
      blocks: blocksIn(isObject(column) ? column.blocks : undefined),
    }));
  }
  if (!['section', 'repeat', 'if'].includes(block.type)) return [];
  const inside: Level = { path: 'blocks', kind: 'inside', number: 1, blocks: blocksIn(block.blocks) };
  const otherwise: Level = { path: 'else', kind: 'else', number: 1, blocks: blocksIn(block.else) };
  return block.type === 'if' && block.else !== undefined ? [inside, otherwise] : [inside];
}
