import { exampleOf } from './example.ts';
import { answerTo } from './example-answers.ts';
import { onItsPath, type ShownParameter } from './example-pages.ts';
import { described, type JsonSchema, typeOf } from './json-schema.ts';
import { dataNames, wordOf } from './object-names.ts';
import { streamOf } from './stream-example.ts';
import { wholeExample } from './whole-example.ts';
import { written } from './written.ts';

interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  parameters?: ShownParameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema; example?: unknown }> }>;
}

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** Operations that take one thing or several. The response to one has a name of its own. */
const BATCHES: Readonly<Record<string, string>> = { RecordEvent: 'RecordEvents' };

/**
 * Gives a name to each JSON body of the operations, and to the object inside, so that programs in typed languages have types with
 * names. Equal ones share a component. Adds an example to each successful response. Changes the given paths and components.
 */
export function nameBodies(paths: Record<string, Record<string, JsonSchema>>, components: Record<string, JsonSchema>) {
  const named = namer(components);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  for (const { path, operation } of operations) {
    const { operationId, parameters = [], requestBody, responses } = operation as unknown as Operation;
    const title = operationId.replace(/^./, (letter) => letter.toUpperCase());
    for (const [type, body] of Object.entries(requestBody?.content ?? {})) {
      const suffix = type === JSON_TYPE ? 'Input' : 'Form';
      if (body.schema.properties) body.schema = named(body.schema, `${title}${suffix}`);
    }
    for (const [status, { content }] of Object.entries(responses)) {
      const body = content?.[JSON_TYPE];
      if (!body || Number(status) >= 400) continue;
      body.schema = namedResponse(named, body.schema, BATCHES[title] ?? title, status);
      const { example: sent, examples } = requestBody?.content[JSON_TYPE] ?? {};
      const first = sent ?? Object.values(examples ?? {})[0]?.value;
      const answer = answerTo({ operationId, status }, first, exampleOf(body.schema, components));
      body.example = onItsPath(wholeExample(body.schema, answer, components), path, parameters);
      const stream = content?.[STREAM_TYPE];
      if (stream) stream.example = streamOf(body.example as Parameters<typeof streamOf>[0]); // see `EVENTS`
    }
  }
}

type Namer = (schema: JsonSchema, ...names: string[]) => JsonSchema;

/** Returns references to components: to an equal one, or a new one with the first free name. */
function namer(components: Record<string, JsonSchema>): Namer {
  const shapeOf = (schema: JsonSchema): string => written({ ...schema, description: undefined });
  const known = new Map(Object.entries(components).map(([name, schema]) => [shapeOf(schema), name]));
  return (schema, ...names) => {
    if (schema.$ref) return { $ref: schema.$ref };
    const shape = shapeOf(schema);
    const name = known.get(shape) ?? names.find((one) => !components[one]);
    if (!name) throw new Error(`There is no free name for a body: ${names.join(', ')}`);
    known.set(shape, name);
    components[name] ??= described(schema, (schema.description as string) ?? typeOf(schema)?.description);
    return { $ref: `#/components/schemas/${name}` };
  };
}

function namedResponse(named: Namer, schema: JsonSchema, title: string, status: string): JsonSchema {
  if (schema.oneOf) {
    const all = (schema.oneOf as JsonSchema[]).map((one) => namedResponse(named, one, title, status));
    return { ...schema, oneOf: all };
  }
  const { data, meta, ...others } = schema.properties as Record<string, JsonSchema>;
  const noun = title.replace(/^(?:Get|List)(?=[A-Z])/, '');
  const shown = data && namedData(named, data, title, status);
  const of = nameIn(shown?.items ?? shown);
  const isList = data?.type === 'array';
  const isPlain =
    of && !of.endsWith('Result') && (others.links || Object.keys(schema.properties as object).length === 1);
  const properties = {
    // What the operation says of a list fits no other operation with the same body.
    ...(shown && { data: isPlain && isList ? { ...shown, description: undefined } : shown }),
    ...others,
    ...(meta && { meta: meta.properties ? named(meta, `${noun}Meta`, `${noun}${wordOf(status)}Meta`) : meta }),
  };
  const usual = others.links && !meta?.allOf ? `${of}Page` : `${of}${isList ? 'List' : ''}Response`;
  const names = [`${noun}Response`, `${noun}${wordOf(status)}Response`];
  return named({ ...schema, properties }, ...(isPlain ? [usual, ...names] : names));
}

/** The object in a response, or the objects of its list, with names. */
function namedData(named: Namer, data: JsonSchema, title: string, status: string): JsonSchema {
  if (data.type === 'array') {
    return { ...data, items: namedData(named, data.items as JsonSchema, title.replace(/^List(.*)/, singular), status) };
  }
  if (data.$ref || data.properties || data.allOf) return named(data, ...dataNames(title, typeOf(data)?.name, status));
  return data;
}

const singular = (_: string, noun: string): string => `Get${noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')}`;

const nameIn = (schema: unknown): string | undefined =>
  (schema as { $ref?: string } | undefined)?.$ref?.split('/').at(-1);
