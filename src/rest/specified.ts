import type { Route } from './route.ts';

/** The operations that the specification shows. Clients that were written to it may send more than it names. */
export const SPECIFIED: ReadonlySet<string> = new Set([
  'POST /events',
  'GET /events',
  'POST /conversions',
  'GET /fields',
  'POST /fields',
  'PATCH /fields/:key',
  'DELETE /fields/:key',
  'POST /lists',
  'GET /lists/:list',
  'PUT /lists/:list',
  'POST /lists/:list/subscribers/batch',
  'POST /subscribers/:subscriber/unsubscribe',
  'POST /lists/:list/segments',
  'GET /segments/:segment',
  'GET /templates',
  'GET /templates/:template',
  'GET /transactional-mails',
  'POST /transactional-mails/:mail/resend',
]);

export const isSpecified = ({ method, path }: Route): boolean => SPECIFIED.has(`${method} ${path}`);

/**
 * What other operations take that decides when or how something is done: who sends one of these expects that it is obeyed.
 */
export const DECISIVE: readonly string[] = ['send_at', 'scheduled_at', 'expires_at', 'rate_limit', 'sort', 'order_by'];
