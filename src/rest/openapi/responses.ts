import type { FileAnswer } from '../answer.ts';
import { type Route, readsKey } from '../route.ts';
import { leniencyOf } from '../specified.ts';
import { errorName } from './error-names.ts';
import type { JsonSchema } from './json-schema.ts';
import { continues } from './request-parameters.ts';
import { ALWAYS, headersOf } from './response-headers.ts';

type Responses = Record<number, JsonSchema>;

/** The successful responses of a route. `value` is the schema of its document's result. */
export function answers(route: Route, value: JsonSchema, hasDeprecatedKeys: boolean): Responses {
  const { answer } = route;
  const headers = headersOf(
    ...ALWAYS,
    ...(readsKey(route) ? ['Idempotent-Replay'] : []),
    ...(leniencyOf(route) ? ['X-Ignored-Keys'] : []),
    ...(route.hint ? ['X-Hint'] : []),
    ...(continues(route) ? ['X-Next-Cursor'] : []),
    ...(hasDeprecatedKeys ? ['Deprecation', 'Sunset', 'Link'] : []),
  );
  if ('types' in answer) return { 200: { ...file(answer), headers: headersOf(...ALWAYS, 'Content-Disposition') } };
  const events = route.events ? EVENTS : undefined;
  const bodies = Object.entries(answer.describe(value)).map(([status, schema]) => [Number(status), schema] as const);
  return Object.fromEntries(
    bodies.map(([status, schema]) => [
      status,
      status < 400 ? { ...success(status, schema, events), headers } : errorOf(status),
    ]),
  );
}

const SUCCESS: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Queued.',
  204: 'Done. The response has no body.',
};

const success = (status: number, schema: JsonSchema | undefined, others?: object): JsonSchema => ({
  description: SUCCESS[status] ?? 'Done.',
  ...(schema && { content: { 'application/json': { schema }, ...others } }),
});

/** Server-sent events, for callers that accept them alone. */
const EVENTS = {
  'text/event-stream': {
    schema: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/WebhookNotification' },
      description:
        'Sent if `Accept` has `text/event-stream` and no JSON, as `EventSource` asks. Each event has one notification as `data`, and its `sequence` as `id`. A comment every 12 seconds keeps the connection open. Connect again with `Last-Event-ID` if it breaks. The event `end` with `{"code", "message"}` as `data` means: do not connect again.',
    },
  },
};

const file = ({ types, examples }: FileAnswer): JsonSchema => ({
  description: 'The file, as a stream.',
  content: Object.fromEntries(
    Object.entries(types).map(([ending, type]) => [
      type.split(';')[0],
      { schema: { type: 'string' }, example: examples[ending] },
    ]),
  ),
});

/**
 * The errors that a request of the described form can get, apart from conflicts, which the answer describes. `default` stands for
 * all others.
 */
export function errors(
  { path }: Route,
  { readsBody, findsNothing, refuses }: { readsBody: boolean; findsNothing: boolean; refuses: boolean },
): JsonSchema {
  const statuses = [401, 403, 429, 503];
  if (refuses) statuses.push(422);
  if (path.includes(':') || findsNothing) statuses.push(404);
  if (readsBody) statuses.push(400, 408, 413, 415);
  const all = statuses.map((status) => [status, errorOf(status)]);
  return { ...Object.fromEntries(all), default: { $ref: '#/components/responses/UnexpectedError' } };
}

const errorOf = (status: number): JsonSchema => ({ $ref: `#/components/responses/${errorName(status)}` });
