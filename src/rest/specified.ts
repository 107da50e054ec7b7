import { type GraphQLSchema, isObjectType } from 'graphql';
import { ReceiveImportDocument } from '../generated/documents.ts';
import { squeezed } from '../near-miss.ts';
import { variablesIn } from './document-parts.ts';
import type { Route } from './route.ts';
import { wireName } from './wire.ts';

/** How an operation treats unknown keys of the body. */
export interface Leniency {
  /** Whether the body itself may have unknown keys. */
  body: boolean;
  /** The key of the rows in the body, which may have unknown keys and fail individually. */
  rows?: string;
  /**
   * The kind of rows. Rows of subscribers refuse a subscriber's keys and import options that they do not support.
   * Some words about consent have another meaning in events.
   */
  of?: 'subscribers' | 'events';
}

/**
 * Operations with a specified body. Clients written for the specification may send additional keys. Every other
 * operation, and every query, refuses unknown keys (docs/adr/0032).
 */
const LENIENT: Record<string, Leniency> = {
  'POST /events': { body: true, rows: 'events', of: 'events' },
  'POST /fields': { body: true },
  'POST /lists': { body: true },
  'PUT /lists/:list': { body: true },
  'POST /lists/:list/subscribers/batch': { body: false, rows: 'subscribers', of: 'subscribers' },
  'POST /lists/:list/segments': { body: true },
};

/** Operations specified without a body. A body other than a JSON object is ignored. */
const WITHOUT_BODY = new Set(['POST /subscribers/:subscriber/unsubscribe', 'POST /transactional-mails/:mail/resend']);

export const isShownWithoutBody = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  WITHOUT_BODY.has(`${method} ${path}`);

export const LENIENT_OPERATIONS: readonly string[] = Object.keys(LENIENT);

export const leniencyOf = ({ method, path }: Pick<Route, 'method' | 'path'>): Leniency | undefined =>
  LENIENT[`${method} ${path}`];

/** Parameters that stay in REST because they are specified, although their names in the schema are deprecated. */
const SPECIFIED_NAMES: Record<string, readonly string[]> = { 'GET /revenue': ['from', 'to'] };

export const isSpecifiedName = ({ method, path }: Pick<Route, 'method' | 'path'>, name: string): boolean =>
  SPECIFIED_NAMES[`${method} ${path}`]?.includes(name) ?? false;

/** Operations that refuse unknown keys, but per row: the key of the rows. */
const STRICT_ROWS: Record<string, string> = { 'POST /transactional-mails/batch': 'mails' };

/** The key of the rows in the body, which fail individually. */
export const rowsOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string | undefined =>
  leniencyOf({ method, path })?.rows ?? STRICT_ROWS[`${method} ${path}`];

/**
 * Keys of other operations that decide when, how or for whom something happens. Callers who send one rely on its
 * effect.
 */
const DECISIVE = [
  ...[
    'send_at',
    'scheduled_at',
    'scheduled_for',
    'send_time',
    'expires_at',
    'rate_limit',
    'sort',
    'sort_by',
    'order_by',
  ],
  ...['status', 'dry_run', 'idempotency_key'],
];

export const DECISIVE_KEYS: ReadonlySet<string> = new Set(DECISIVE.map(squeezed));

/** Keys of a subscriber that a row may contain, because pages of subscribers have them. They have no effect. */
export const READ_ONLY = ['id', 'list', 'created_at', 'updated_at'] as const;

export const READ_ONLY_KEYS: ReadonlySet<string> = new Set(READ_ONLY.map(squeezed));

/** Keys that only identify a person, and decide nothing. */
const HARMLESS = ['email', 'first_name', 'last_name', 'timezone', 'locale', 'tags', 'attributes'].map(squeezed);

/** Keys of subscribers and import options that decide who gets e-mails, without case and separators. */
export function subscriptionKeys(schema: GraphQLSchema): ReadonlySet<string> {
  const subscriber = schema.getType('Subscriber');
  const fields = isObjectType(subscriber) ? Object.keys(subscriber.getFields()) : [];
  const options = variablesIn(ReceiveImportDocument).map(({ variable }) => variable.name.value);
  const keys = new Set([...fields, ...options].map((name) => squeezed(wireName(name))));
  for (const key of [...READ_ONLY_KEYS, ...HARMLESS]) keys.delete(key);
  return keys;
}
