import type { JsonSchema } from './json-schema.ts';
import { parameterNames } from './parameter-names.ts';
import { written } from './written.ts';

type Operations = Record<string, Record<string, JsonSchema>>;

/** Moves the parameters that several operations share to components, and refers to them. Those with the most uses get names first. */
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
    const name = parameterNames(parameter, operations).find((one) => !named[one]);
    if (!name) throw new Error(`Find a name for ${parameter.name} in src/rest/openapi/parameter-names.ts.`);
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
