import { withWholeParameters } from './whole-parameters.ts';

/** A part of a JSON Schema or OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: a parsed document
type Part = any;

/** A named part of a request or response. */
export interface Fact {
  side: 'request' | 'response';
  /** Whether the client has to send it, or may rely on it. */
  required: boolean;
  types: Set<string>;
  /** The permitted values. Undefined: any. */
  values: Set<string> | undefined;
}

/**
 * The operations of an OpenAPI 3.1 document by method and path, and all named parts of their requests and responses, such as
 * `POST /lists body name`, `GET /lists query status` and `GET /lists 200 data[].name`. Names of path parameters are left out.
 */
export function factsOf(described: Part): { operations: Map<string, string>; facts: Map<string, Fact> } {
  const document = withWholeParameters(described);
  const operations = new Map<string, string>();
  const facts = new Map<string, Fact>();
  const walk = (schema: Part, at: string, side: Fact['side']) => collect(document, schema, at, side, true, [], facts);
  for (const [path, methods] of Object.entries<Part>(document.paths)) {
    for (const [method, operation] of Object.entries<Part>(methods)) {
      const at = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;
      operations.set(at, operation.operationId);
      for (const { name, in: where, required, schema } of operation.parameters ?? []) {
        if (where === 'path') continue;
        add(document, facts, `${at} ${where} ${name}`, 'request', required === true, schema);
      }
      walk(bodyOf(operation.requestBody), `${at} body`, 'request');
      for (const [status, response] of Object.entries<Part>(operation.responses)) {
        if (status.startsWith('2')) walk(bodyOf(response), `${at} ${status}`, 'response');
      }
    }
  }
  for (const [kind, { post }] of Object.entries<Part>(document.webhooks)) {
    operations.set(`webhook ${kind}`, kind);
    walk(bodyOf(post.requestBody), `webhook ${kind}`, 'response');
  }
  return { operations, facts };
}

const bodyOf = (part: Part): Part => part?.content?.['application/json']?.schema;

const resolved = (document: Part, schema: Part): Part =>
  schema?.$ref
    ? schema.$ref
        .split('/')
        .slice(1)
        .reduce((part: Part, key: string) => part[key], document)
    : schema;

/** The alternatives of a schema, each without references. */
const alternativesOf = (document: Part, given: Part): Part[] => {
  const schema = resolved(document, given) ?? {};
  if (schema.allOf) return [united(schema.allOf.flatMap((one: Part) => alternativesOf(document, one)))];
  const further = schema.anyOf ?? schema.oneOf;
  return further ? further.flatMap((one: Part) => alternativesOf(document, one)) : [schema];
};

/** One object with the properties of all. */
const united = (parts: Part[]): Part => ({
  type: 'object',
  properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  required: parts.flatMap(({ required }) => required ?? []),
});

function collect(
  document: Part,
  given: Part,
  at: string,
  side: Fact['side'],
  required: boolean,
  within: Part[],
  facts: Map<string, Fact>,
): void {
  const shapes = alternativesOf(document, given);
  const objects = shapes.filter(({ properties }) => properties);
  for (const shape of shapes) {
    if (within.includes(shape)) continue; // a type that contains itself
    if (shape.items) collect(document, shape.items, `${at}[]`, side, required, [...within, shape], facts);
    for (const [name, property] of Object.entries<Part>(shape.properties ?? {})) {
      const always = required && objects.every((one) => one.required?.includes(name));
      const key =
        /\[\]$| (body|\d+)$/.test(at) || (at.startsWith('webhook') && !at.slice(8).includes(' '))
          ? `${at} ${name}`
          : `${at}.${name}`;
      add(document, facts, key, side, always, property);
      collect(document, property, key, side, always, [...within, shape], facts);
    }
  }
}

function add(
  document: Part,
  facts: Map<string, Fact>,
  key: string,
  side: Fact['side'],
  required: boolean,
  schema: Part,
): void {
  const shapes = alternativesOf(document, schema);
  const types = shapes.flatMap((one) => typesOf(one));
  const values = shapes.flatMap(
    (one) => one.enum ?? ('const' in one ? [one.const] : one.type === 'null' ? [null] : [undefined]),
  );
  const known = facts.get(key);
  facts.set(key, {
    side,
    required: required && (known?.required ?? true),
    types: new Set([...types, ...(known?.types ?? [])]),
    values:
      values.includes(undefined) || (known && !known.values)
        ? undefined
        : new Set([...values.map(String), ...(known?.values ?? [])]),
  });
}

/** Its types. An enumeration or a schema without a type gives those of its values, or any. */
function typesOf({ type, enum: values, const: value, properties, items }: Part): string[] {
  if (type) return [type].flat();
  if (properties) return ['object'];
  if (items) return ['array'];
  const given = values ?? (value === undefined ? [] : [value]);
  return given.length > 0 ? given.map((one: unknown) => (one === null ? 'null' : typeof one)) : ['any'];
}
