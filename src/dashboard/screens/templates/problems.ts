import type { Problem } from '../../code/code-editor.tsx';

const AT_PLACE = /(?:on|\()\s*line (\d+), column (\d+)\)?[:\s]*([\s\S]*)$/;
const AT_BLOCK = /((?:blocks|settings)(?:\.\w+)+) ([\s\S]*)$/;

/** Reads the position of a code error from the server's message; undefined without one. */
export function problemIn(message: string | undefined): Problem | undefined {
  const found = AT_PLACE.exec(message ?? '');
  return found ? { line: Number(found[1]), column: Number(found[2]), message: found[3] || (message ?? '') } : undefined;
}

/** An error of a block: the block, the value (such as `links.1.href`), and the message. */
export interface BlockProblem {
  block: string;
  value: string;
  message: string;
}

/** Reads which block the server found a fault in. Of settings, `block` is empty. */
export function blockProblemIn(message: string | undefined): BlockProblem | undefined {
  const found = AT_BLOCK.exec(message ?? '');
  const [, path = '', words = ''] = found ?? [];
  if (!found) return undefined;
  if (path.startsWith('settings.')) return { block: '', value: path.slice('settings.'.length), message: words };
  const [block = ''] = /^.*(?:blocks|else)\.\d+/.exec(path) ?? [];
  return { block, value: path.slice(block.length + 1), message: words };
}
