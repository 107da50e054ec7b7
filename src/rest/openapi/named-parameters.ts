import type { JsonSchema } from './json-schema.ts';
import { written } from './written.ts';

type Operations = Record<string, Record<string, JsonSchema>>;

/** `ListId` for `list_id`, and `IdempotencyKey` for `Idempotency-Key`. */
const nameOf = (name: string): string => name.replace(/(?:^|[_-])(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Moves the parameters that several operations share to components, and refers to them. Of different ones with the same name, the
 * one with the most uses gets the plain name; another is named after the first operation that has it.
 */
export function nameParameters(paths: Operations): Record<string, JsonSchema> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const uses = new Map<string, { parameter: JsonSchema; operations: JsonSchema[] }>();
  for (const operation of operations)
    for (const parameter of parametersOf(operation)) {
      const key = written(parameter);
      const known = uses.get(key) ?? { parameter, operations: [] };
      uses.set(key, { parameter, operations: [...known.operations, operation] });
    }
  const shared = [...uses].filter(([, { operations }]) => operations.length > 1);
  const named: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  for (const [key, { parameter, operations }] of shared.sort(
    ([, a], [, b]) => b.operations.length - a.operations.length,
  )) {
    const plain = nameOf(String(parameter.name));
    const name = named[plain] ? `${nameOf(String(operations[0]?.operationId))}${plain}` : plain;
    named[name] = parameter;
    names.set(key, name);
  }
  for (const operation of operations) {
    operation.parameters = parametersOf(operation).map((parameter) => {
      const name = names.get(written(parameter));
      return name ? { $ref: `#/components/parameters/${name}` } : parameter;
    });
  }
  return named;
}

const parametersOf = ({ parameters }: JsonSchema): JsonSchema[] => (parameters ?? []) as JsonSchema[];
