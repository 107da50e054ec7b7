import { type GraphQLSchema, isObjectType } from 'graphql';
import { ReceiveImportDocument } from '../generated/documents.ts';
import { squeezed } from '../near-miss.ts';
import { variablesIn } from './document-parts.ts';
import type { Route } from './route.ts';
import { wireName } from './wire.ts';

/** How an operation deals with keys of the body that it does not know. */
export interface Leniency {
  /** Whether the body itself may hold more than the operation knows. */
  body: boolean;
  /** The key of the body whose rows may hold more, each of which fails alone. */
  rows?: string;
  /**
   * What it takes. The keys of a subscriber and the options of an import are refused if a row of subscribers does not take
   * them; some words that speak of consent say something else of an event.
   */
  of?: 'subscribers' | 'events';
}

/**
 * The operations whose body the specification shows. Clients that were written to it may send more than it names. Every
 * other operation, and every query, refuses what it does not know (docs/adr/0032).
 */
const LENIENT: Record<string, Leniency> = {
  'POST /events': { body: true, rows: 'events', of: 'events' },
  'POST /fields': { body: true },
  'POST /lists': { body: true },
  'PUT /lists/:list': { body: true },
  'POST /lists/:list/subscribers/batch': { body: false, rows: 'subscribers', of: 'subscribers' },
  'POST /lists/:list/segments': { body: true },
};

/**
 * The operations that the specification shows without a body. A client may send one that is no JSON object: it is not
 * looked at.
 */
const WITHOUT_BODY = new Set(['POST /subscribers/:subscriber/unsubscribe', 'POST /transactional-mails/:mail/resend']);

export const isShownWithoutBody = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  WITHOUT_BODY.has(`${method} ${path}`);

export const LENIENT_OPERATIONS: readonly string[] = Object.keys(LENIENT);

export const leniencyOf = ({ method, path }: Pick<Route, 'method' | 'path'>): Leniency | undefined =>
  LENIENT[`${method} ${path}`];

/** Operations that let no unknown key go by, but whose rows fail alone for theirs: the key of the rows. */
const STRICT_ROWS: Record<string, string> = { 'POST /transactional-mails/batch': 'mails' };

/** The key of the body whose rows each fail alone. */
export const rowsOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string | undefined =>
  leniencyOf({ method, path })?.rows ?? STRICT_ROWS[`${method} ${path}`];

/**
 * What other operations take that decides when, how or for whom something is done: who sends one of these expects that it
 * is obeyed.
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

/** Keys of a subscriber that its row may bring along, because a page of subscribers has them. They change nothing. */
export const READ_ONLY_KEYS: ReadonlySet<string> = new Set(['id', 'list', 'created_at'].map(squeezed));

/** Keys that say who a person is. They are no decision, wherever they are. */
const HARMLESS = ['email', 'first_name', 'last_name', 'timezone', 'locale', 'tags', 'attributes'].map(squeezed);

/** The keys of a subscriber and the options of an import that decide who is written to, without case and separators. */
export function subscriptionKeys(schema: GraphQLSchema): ReadonlySet<string> {
  const subscriber = schema.getType('Subscriber');
  const fields = isObjectType(subscriber) ? Object.keys(subscriber.getFields()) : [];
  const options = variablesIn(ReceiveImportDocument).map(({ variable }) => variable.name.value);
  const keys = new Set([...fields, ...options].map((name) => squeezed(wireName(name))));
  for (const key of [...READ_ONLY_KEYS, ...HARMLESS]) keys.delete(key);
  return keys;
}
