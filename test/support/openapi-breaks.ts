import { type Fact, factsOf } from './openapi-facts.ts';

/** A change that an existing client may notice. A line of the changelog has to name each of `names`, or one of each list. */
export interface Break {
  at: string;
  names: (string | readonly string[])[];
  problem: string;
}

/**
 * What a later OpenAPI document takes away from clients of an earlier one: operations and their names, parameters, keys of bodies,
 * types and values. Additions break nothing: optional inputs, further keys and values of responses.
 */
export function openApiBreaks(before: object, after: object): Break[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const breaks: Break[] = [];
  for (const [at, was] of old.operations) {
    const name = now.operations.get(at);
    if (name === undefined) breaks.push({ at, names: [[was, at]], problem: 'gone' });
    else if (name !== was) breaks.push({ at, names: [was], problem: `the operation is now called ${name}` });
  }
  const namesOf = (at: string) => {
    const operation = operationOf(at);
    return [lastNameOf(at), [old.operations, now.operations].map((known) => known.get(operation) ?? operation)];
  };
  for (const [at, fact] of old.facts) {
    const problem = now.operations.has(operationOf(at)) && problemOf(fact, now.facts.get(at), at.includes(' query '));
    if (problem) breaks.push({ at, names: namesOf(at), problem });
  }
  for (const [at, { side, required }] of now.facts) {
    const isNew = !old.facts.has(at) && old.operations.has(operationOf(at)) && !isInFreeForm(at, old.facts);
    if (isNew && side === 'request' && required) breaks.push({ at, names: namesOf(at), problem: 'required and new' });
  }
  return outermost(breaks);
}

/** Whether a part lies in JSON of which the document only said that it is JSON: the server has always judged it. */
const isInFreeForm = (at: string, facts: ReadonlyMap<string, Fact>): boolean =>
  [...facts].some(
    ([known, { types }]) =>
      isPartOf(at, known) &&
      (types.has('object') || types.has('array')) &&
      ![...facts.keys()].some((other) => isPartOf(other, known)),
  );

const isPartOf = (at: string, whole: string): boolean =>
  at.length > whole.length && at.startsWith(whole) && /^[.[ ]/.test(at.slice(whole.length));

const operationOf = (at: string): string => at.split(' ').slice(0, 2).join(' ');
const lastNameOf = (at: string): string =>
  at
    .split(/[ .]/)
    .at(-1)
    ?.replace(/(\[\])+$/, '') as string;

function problemOf(old: Fact, now: Fact | undefined, inQuery: boolean): string | undefined {
  if (now === undefined) return 'gone';
  const [from, to] = old.side === 'request' ? [old, now] : [now, old];
  if (from.required !== to.required && to.required)
    return old.side === 'request' ? 'now required' : 'no longer always present';
  const types = [...from.types].filter((type) => !accepts(to.types, type) && !(inQuery && type === 'null'));
  if (types.length > 0)
    return old.side === 'request' ? `no longer takes ${types.join()}` : `may now be ${types.join()}`;
  if (old.side === 'request' && old.values && now.values) {
    const values = [...old.values].filter((value) => !now.values?.has(value) && !(inQuery && value === 'null'));
    if (values.length > 0) return `no longer takes ${values.join()}`;
  }
  return undefined;
}

const accepts = (types: Set<string>, type: string): boolean =>
  types.has(type) || types.has('any') || (type === 'integer' && types.has('number'));

/** Without parts of a part that is gone itself. */
const outermost = (breaks: Break[]): Break[] =>
  breaks.filter(({ at }) => !breaks.some((other) => other.problem === 'gone' && isPartOf(at, other.at)));
