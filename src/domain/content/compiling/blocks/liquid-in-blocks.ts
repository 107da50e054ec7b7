import { Engine } from '../../rendering/engine.ts';
import { writtenFault } from '../../rendering/liquid/written-faults.ts';
import { describeProblem, type TemplateProblem } from '../../rendering/problem.ts';
import { SourceProblem } from '../source-problem.ts';

const engine = new Engine(true);

/** Checks each text of a document separately: a tag may not begin in one block and end in another. Throws SourceProblem. */
export function checkLiquid(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') checkText(value, path.join('.'));
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) checkLiquid(one, [...path, key]);
}

function checkText(text: string, path: string): void {
  if (!text.includes('{')) return;
  const fault = faultIn(text);
  if (!fault) return;
  const { line, column, problem } = fault;
  throw new SourceProblem(`${path} does not parse (line ${line}, column ${column}): ${problem}`);
}

function faultIn(text: string): TemplateProblem | undefined {
  try {
    return writtenFault(engine.parse(text));
  } catch (error) {
    return describeProblem(error);
  }
}
