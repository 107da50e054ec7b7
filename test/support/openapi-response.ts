import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { closedResponses } from './closed-responses.ts';

// biome-ignore lint/suspicious/noExplicitAny: the description is walked by its paths
const description = openApiDocument(schema, routes) as any;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
ajv.addFormat('idn-hostname', true);
ajv.addFormat('iri', /^[a-z]+:\S+$/);
/** Text values count as numbers if they can be one. */
const text = new Ajv2020({ coerceTypes: true });
addFormats.default(text);
ajv.addSchema({ $id: 'api', components: closedResponses(description.components) });

/** Paths without variables come first, as OpenAPI matches them. */
const patterns = Object.keys(description.paths)
  .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
  .map((path) => ({ path, matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));

interface Header {
  $ref?: string;
  required?: boolean;
  schema: object;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

/** Throws when a response of /v1 does not match the OpenAPI description. `url` is below the prefix. */
export function expectMatchesOpenApi(method: string, url: string, { status, headers, body }: Answer): void {
  const pathname = url.split('?')[0] ?? '';
  const path = patterns.find(({ matches }) => matches.test(pathname))?.path;
  const operation = path && description.paths[path][method.toLowerCase()];
  if (!operation) return; // 404 and 405 of unknown paths
  const where = `${method} ${path} ${status}`;
  const found = operation.responses[status] ?? (Number(status) >= 400 && operation.responses.default);
  if (!found) throw new Error(`${where} is not described: ${JSON.stringify(body)}`);
  const response = found.$ref ? description.components.responses[found.$ref.split('/').at(-1)] : found;
  for (const [name, given] of Object.entries<Header>(response.headers ?? {})) {
    const { required, schema } = given.$ref ? description.components.headers[given.$ref.split('/').at(-1)!] : given;
    const sent = headers[name.toLowerCase()];
    if (sent === undefined && !required) continue;
    if (!text.validate(schema, sent)) throw new Error(`${where}: ${name} is ${sent}: ${text.errorsText()}`);
  }
  const promised = response.content?.['application/json']?.schema;
  if (!promised) {
    if (body !== undefined && !response.content) throw new Error(`${where} should have no body`);
    return;
  }
  const validate = validatorOf(promised);
  if (!validate(body)) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`);
}

const validators = new Map<object, ValidateFunction>();

/** Compiled once, because that takes longer than most calls. */
function validatorOf(promised: object): ValidateFunction {
  const known = validators.get(promised);
  if (known) return known;
  const schema = JSON.parse(JSON.stringify(promised).replaceAll('"#/components', '"api#/components'));
  const validate = ajv.compile(schema);
  validators.set(promised, validate);
  return validate;
}

/** Throws when a value does not match a component of the OpenAPI description. */
export function expectMatchesComponent(name: string, value: unknown): void {
  const validate = ajv.getSchema(`api#/components/schemas/${name}`) as ValidateFunction;
  if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
}

/** Throws when a webhook notification does not match the OpenAPI description of its kind. */
export function expectMatchesWebhook(kind: string, notification: unknown): void {
  const { schema } = description.webhooks[kind].post.requestBody.content['application/json'];
  expectMatchesComponent(schema.$ref.split('/').at(-1), notification);
}
