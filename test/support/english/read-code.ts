import { parseSync } from 'rolldown/utils';
import { joinLines } from './join-lines.ts';

/** A text, and the line at which it begins. */
export interface Text {
  text: string;
  line: number;
}

export interface CodeTexts {
  comments: Text[];
  /** String literals of two words and more, except SQL, GraphQL and languages other than English. */
  strings: Text[];
  testNames: Text[];
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Reads the texts of a TypeScript file. Throws an error that names the file if it cannot be parsed. */
export function readCode(path: string, code: string): CodeTexts {
  const { program, comments, errors } = parseSync(path.replace(/\.js$/, '.jsx'), code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const at = (text: string, start: number): Text => ({ text, line: code.slice(0, start).split('\n').length });
  const strings: Text[] = [];
  const testNames: Text[] = [];
  walk(program as unknown as Node, (node, parents) => {
    const text = textOf(node);
    if (text === undefined || !/[a-z]\s+[a-z]/i.test(text)) return;
    if (isTestName(node, parents)) testNames.push(at(text, node.start));
    else if (!parents.some(isNoEnglish)) strings.push(at(text, node.start));
  });
  return { comments: joinLines(comments, code).map(({ text, start }) => at(text, start)), strings, testNames };
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'JSXText') return node.value as string;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('X');
}

/** SQL and GraphQL are tagged templates; catalogues of texts have a key for each language. */
const isNoEnglish = (node: Node): boolean =>
  node.type === 'TaggedTemplateExpression' ||
  (node.type === 'Property' && /^(?:de|fr|es|nl|it|pl|pt)$/.test(keyOf(node)));

const keyOf = ({ key }: Node): string => String((key as Node).name ?? (key as Node).value ?? '');

/** The first argument of `test`, `test.each(…)` and so on. */
function isTestName(node: Node, parents: readonly Node[]): boolean {
  const call = parents.at(-1);
  if (call?.type !== 'CallExpression' || (call.arguments as Node[])[0] !== node) return false;
  let callee = call.callee as Node | undefined;
  while (callee && callee.type !== 'Identifier')
    callee = (callee.object ?? callee.callee ?? callee.tag) as Node | undefined;
  return /^(?:test|it|describe)$/.test(String(callee?.name));
}

function walk(node: Node, visit: (node: Node, parents: readonly Node[]) => void, parents: Node[] = []): void {
  visit(node, parents);
  parents.push(node);
  for (const child of Object.values(node).flat() as (Node | null)[]) {
    if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit, parents);
  }
  parents.pop();
}
