import type { NextActionsQuery, PersonQuery } from '../../../generated/dashboard/people.ts';

/** Something that is going to happen to a person. */
export interface NextAction {
  id: string;
  kind: 'run' | 'campaign' | 'mail' | 'confirmation';
  /** The automation, campaign, subject or list. */
  name: string;
  /** The id of what it leads to. */
  of: string;
  /** Null: it waits for something else than a time. */
  at: string | null;
  /** Whether it happens only if the person is in the segments of the campaign by then. */
  isUncertain: boolean;
}

/** What is going to happen to a person, the earliest first; what waits for no time comes last. */
export function nextActions({ person, campaigns }: NextActionsQuery, of: PersonQuery['person']): NextAction[] {
  const subscriptions = of.subscriptions.nodes;
  const lists = new Set(subscriptions.filter(({ status }) => status === 'SUBSCRIBED').map(({ list }) => list.id));
  const actions: NextAction[] = [
    ...person.automationRuns.nodes
      .filter(({ state }) => state === 'ACTIVE')
      .map(
        ({ id, automationId, automationName, waitUntil }): NextAction => ({
          id,
          kind: 'run',
          name: automationName,
          of: automationId,
          at: waitUntil ?? null,
          isUncertain: false,
        }),
      ),
    ...campaigns.nodes
      .filter(({ listId }) => lists.has(listId) && !of.suppression)
      .map(
        ({ id, name, scheduledAt, segmentIds, excludedSegmentIds }): NextAction => ({
          id,
          kind: 'campaign',
          name,
          of: id,
          at: scheduledAt ?? null,
          isUncertain: segmentIds.length + excludedSegmentIds.length > 0,
        }),
      ),
    ...person.transactionalMails.nodes
      .filter(({ status }) => status === 'PENDING')
      .map(
        ({ id, subject, sendAt }): NextAction => ({
          id,
          kind: 'mail',
          name: subject,
          of: id,
          at: sendAt ?? null,
          isUncertain: false,
        }),
      ),
    ...subscriptions
      .filter(({ status }) => status === 'UNCONFIRMED')
      .map(
        ({ id, list }): NextAction => ({
          id,
          kind: 'confirmation',
          name: list.name,
          of: list.id,
          at: null,
          isUncertain: false,
        }),
      ),
  ];
  return actions.sort((one, other) => (one.at ?? '9999').localeCompare(other.at ?? '9999'));
}
