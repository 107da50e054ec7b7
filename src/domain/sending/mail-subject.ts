import type { Scope } from '../../scope.ts';
import { readKnownSubscribers } from '../audience/known-subscribers.ts';
import { RenderError } from '../content/rendering/pool.ts';
import { renderSubject } from '../content/rendering/subject.ts';
import { subjectLine } from '../content/rendering/subject-line.ts';
import { mailMergeData } from './mail-merge-data.ts';

/** A mail that still has the source of its subject. */
interface Unrendered {
  subject: string;
  to: readonly string[];
  variables: unknown;
}

/** Sources that show something of a subscriber besides the address. */
const OF_SUBSCRIBER = /\b(list|subscriber(?!\.email\b))\b/;

/**
 * Renders the subjects of mails, in order: as they would be sent now. One that cannot be rendered is shown as its source;
 * the mail will fail with the reason. One statement for all, and none when no subject speaks of a subscriber. `listId`: whose
 * subscriptions they speak of.
 */
export async function renderSubjects(
  scope: Scope,
  teamName: string,
  mails: readonly Unrendered[],
  listId: string | null = null,
): Promise<string[]> {
  const people = mails.flatMap(({ subject, to }) => (OF_SUBSCRIBER.test(subject) ? to.slice(0, 1) : []));
  const known = people.length > 0 ? await readKnownSubscribers(scope, [...new Set(people)], listId) : undefined;
  return Promise.all(
    mails.map(async ({ subject: source, to: [email = ''], variables }) => {
      const values = mailMergeData(variables, { name: teamName }, { email, subscriber: known?.get(email) });
      try {
        return await renderSubject(source, values, scope.team.id);
      } catch (error) {
        if (error instanceof RenderError) return subjectLine(source);
        throw error;
      }
    }),
  );
}
