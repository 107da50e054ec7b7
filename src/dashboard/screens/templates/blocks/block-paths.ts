import { type Block, type Document, isBlock, type Value } from './document.ts';

/** Blocks are named by their path: `blocks.2.columns.0.blocks.1`. Their level is the path without the last number. */
export const levelOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));
export const indexOf = (path: string): number => Number(path.slice(path.lastIndexOf('.') + 1));

type Node = Value | Document | undefined;

const child = (node: Node, key: string): Node => {
  if (Array.isArray(node)) return node[Number(key)];
  return typeof node === 'object' && node !== null ? (node as Record<string, Node>)[key] : undefined;
};

/** The value at a path. */
export const valueAt = (node: Node, path: string): Node =>
  path === '' ? node : path.split('.').reduce<Node>(child, node);

/** The block at a path, if there is one. */
export function blockAt(document: Document, path: string): Block | undefined {
  const found = valueAt(document, path);
  return isBlock(found) ? found : undefined;
}

/** A copy with another value at a path; undefined removes its key. */
export function withValue<Whole extends Node>(node: Whole, path: string, value: Node): Whole {
  const [key = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : withValue(child(node, key), rest.join('.'), value);
  if (Array.isArray(node)) return node.map((one, index) => (index === Number(key) ? next : one)) as Whole;
  const { [key]: _, ...others } = (node ?? {}) as Record<string, Node>;
  // The order of keys stays, so that a document which is changed and changed back is the same text.
  if (next === undefined) return others as Whole;
  return { ...(node as Record<string, Node>), [key]: next } as Whole;
}

const listAt = (document: Document, level: string): Value[] => {
  const found = valueAt(document, level);
  return Array.isArray(found) ? found : [];
};

/** The document with a block inserted at an index of a level. */
export const withBlock = (document: Document, level: string, index: number, block: Block): Document =>
  withValue(document, level, listAt(document, level).toSpliced(index, 0, block));

/** The document without the block at a path. */
export const withoutBlock = (document: Document, path: string): Document =>
  withValue(document, levelOf(path), listAt(document, levelOf(path)).toSpliced(indexOf(path), 1));

/** The new path of the moved block, and the changed document. */
export interface Moved {
  document: Document;
  path: string;
}

/** Moves a block to a level, before the block that has this number there now. A block does not go into itself. */
export function move(document: Document, from: string, level: string, index: number): Moved | undefined {
  const block = blockAt(document, from);
  if (!block || level.startsWith(`${from}.`)) return undefined;
  const target = shifted(level, from);
  const isSameLevel = level === levelOf(from);
  const at = isSameLevel && index > indexOf(from) ? index - 1 : index;
  const path = `${target}.${at}`;
  if (path === from) return undefined;
  return { document: withBlock(withoutBlock(document, from), target, at, block), path };
}

/** The new path after removing the block `gone`. */
function shifted(path: string, gone: string): string {
  const level = levelOf(gone);
  if (!path.startsWith(`${level}.`)) return path;
  const [index = '', ...rest] = path.slice(level.length + 1).split('.');
  if (Number(index) <= indexOf(gone)) return path;
  return [level, Number(index) - 1, ...rest].join('.');
}

/** The number of blocks at a level. */
export const countAt = (document: Document, level: string): number => listAt(document, level).length;
