/** The description of an API, or a part of one. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows its parts
type Description = any;

/** The description, with the shared parameters written out in each operation. */
export function withWholeParameters<Described>(given: Described): Described {
  const description = given as Description;
  const known = description.components?.parameters ?? {};
  const whole = (one: Description) => (one.$ref ? known[one.$ref.split('/').at(-1)] : one);
  const inMethods = (methods: Description) =>
    Object.fromEntries(
      Object.entries<Description>(methods).map(([method, operation]) => [
        method,
        operation.parameters ? { ...operation, parameters: operation.parameters.map(whole) } : operation,
      ]),
    );
  const paths = Object.entries<Description>(description.paths).map(([path, methods]) => [path, inMethods(methods)]);
  return { ...description, paths: Object.fromEntries(paths) };
}
