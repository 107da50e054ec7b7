import type { Links } from '../../crypto/links.ts';
import type { KnownSubscriber } from '../audience/known-subscribers.ts';
import { subscriberValues } from '../content/subscriber-values.ts';

/** Whom a mail is written to. */
export interface Addressee {
  /** Absent for a preview without an address, and when nobody in `to` may be written to. */
  email?: string;
  /** Absent for an address that is on no list. */
  subscriber?: KnownSubscriber;
  /** What the person can do by links. Absent when others get the same message. */
  links?: ReturnType<Links['variables']>;
}

/**
 * The merge data of a mail (docs/templates.md). `{{ order }}` and `{{ variables.order }}` both work. A variable cannot
 * replace `team` (of teamValues), `subscriber` and `view_url`, which every mail has; it replaces what only mails to
 * subscribers have.
 */
export function mailMergeData(
  given: unknown,
  team: Record<string, unknown>,
  { email, subscriber, links }: Addressee,
  viewUrl?: string,
): Record<string, unknown> {
  const variables = (given ?? {}) as Record<string, unknown>;
  const list = subscriber && { list: { id: subscriber.listId, name: subscriber.listName } };
  return {
    ...list,
    ...links,
    ...variables,
    variables,
    team,
    subscriber: subscriber ? subscriberValues(subscriber) : { email: email ?? null },
    view_url: viewUrl ?? null,
  };
}
