import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A regular expression in a source file. */
export interface Written {
  /** Below `src`. */
  file: string;
  source: string;
  flags: string;
}

const SOURCE = join(import.meta.dirname, '../../../src');

/** Regular expressions that run only in browsers, or in generated files. */
const ELSEWHERE = /^(?:dashboard|generated)\//;

/** All regular expressions in the sources of the server, and how many each file builds at run time. */
export function patternsInSource(): { written: Written[]; built: Map<string, number> } {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !ELSEWHERE.test(file),
  );
  const written: Written[] = [];
  const built = new Map<string, number>();
  for (const file of files.sort()) {
    visit(parseAst(readFileSync(join(SOURCE, file), 'utf8'), { lang: 'ts' }), (node) => {
      if (node.regex) written.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      if (/^(?:New|Call)Expression$/.test(node.type ?? '') && node.callee?.name === 'RegExp') {
        built.set(file, (built.get(file) ?? 0) + 1);
      }
    });
  }
  return { written, built };
}

interface Node {
  type?: string;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (typeof value === 'object' && value !== null && !(value instanceof RegExp)) {
    see(value as Node);
    for (const inner of Object.values(value)) visit(inner, see);
  }
}
