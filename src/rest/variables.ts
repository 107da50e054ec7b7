import { ExpectedError } from '../errors.ts';
import { FILTER } from './filter.ts';
import type { Prepared } from './prepare.ts';

/** The only 422 without a field. */
export class NotAnObjectError extends ExpectedError {
  readonly code = 'BAD_USER_INPUT';
  constructor() {
    super('The body must be a JSON object.');
  }
}

interface Request {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** The values of a document's variables: from the path, then the query string or the body. */
export function variablesOf(prepared: Prepared, request: Request, fromQuery: boolean): Record<string, unknown> {
  const params = request.params as Record<string, unknown>;
  const given = (fromQuery ? request.query : request.body) as Record<string, unknown> | undefined;
  const result: Record<string, unknown> = {};
  for (const { name, wire, fromBody, fromQuery: readQuery } of prepared.variables) {
    if (Object.hasOwn(params, wire)) result[name] = params[wire];
    else if (fromQuery) {
      if (name === FILTER) result[name] = readQuery(given ?? {});
      else if (given && Object.hasOwn(given, wire)) result[name] = readQuery(given[wire]);
    } else {
      const body = objectOf(given);
      if (name === 'input') result[name] = { ...(fromBody(body) as object), ...inPath(prepared, params) };
      else if (Object.hasOwn(body, wire)) result[name] = fromBody(body[wire]);
    }
  }
  return result;
}

/** The fields of the input that the path fills. */
function inPath({ fieldOfPath, variables }: Prepared, params: Record<string, unknown>): Record<string, unknown> {
  const taken = new Set(variables.map(({ wire }) => wire));
  const others = Object.entries(params).filter(([name]) => !taken.has(name));
  return Object.fromEntries(others.map(([name, value]) => [fieldOfPath(name), value]));
}

function objectOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new NotAnObjectError();
  return body as Record<string, unknown>;
}
