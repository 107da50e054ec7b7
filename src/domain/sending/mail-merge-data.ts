import type { Links } from '../../crypto/links.ts';
import type { KnownSubscriber } from '../audience/known-subscribers.ts';
import { subscriberValues } from '../content/subscriber-values.ts';

/** The recipient of a mail. */
export interface Addressee {
  /** Absent for a preview without an address, and if all in `to` are suppressed. */
  email?: string;
  /** Absent for an address that is on no list. */
  subscriber?: KnownSubscriber;
  /** The person's own links. Absent if others get the same message. */
  links?: ReturnType<Links['variables']>;
}

/**
 * The merge data of a mail (docs/templates.md). `{{ order }}` and `{{ variables.order }}` both work. A variable cannot
 * replace `team` (of teamValues), `subscriber` and `view_url`, which every mail has; it can replace data that only mails to
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
