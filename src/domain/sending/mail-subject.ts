import type { Scope } from '../../scope.ts';
import { readKnownSubscribers } from '../audience/known-subscribers.ts';
import { RenderError } from '../content/rendering/pool.ts';
import { renderSubject } from '../content/rendering/subject.ts';
import { subjectLine } from '../content/rendering/subject-line.ts';
import { readTemplates } from '../content/templates.ts';
import { mailMergeData } from './mail-merge-data.ts';

/** A mail that still has the source of its subject. */
interface Unrendered {
  subject: string;
  to: readonly string[];
  variables: unknown;
  /** The language of the mail. */
  locale: string | null;
  templateId: string | null;
  htmlSource?: string | null;
}

/** Filters that depend on the language of the mail: its own, else the person's, else that of its HTML. */
const IN_LANGUAGE = /\|\s*(money|number|date\w*)\b/;
const asksLanguage = ({ subject, locale }: Unrendered): boolean => locale === null && IN_LANGUAGE.test(subject);

/** Sources that show subscriber data besides the address. */
const OF_SUBSCRIBER = /\b(list|subscriber(?!\.email\b))\b/;

/**
 * Renders the current subjects of mails, in order, each in its mail's language. A subject that cannot be rendered stays as
 * its source; the mail will fail with the reason. One statement for all, none if no subject refers to a subscriber, and one
 * more if the templates' HTML may set the language. `listId`: the list whose subscriptions count.
 */
export async function renderSubjects(
  scope: Scope,
  teamName: string,
  mails: readonly Unrendered[],
  listId: string | null = null,
): Promise<string[]> {
  const people = mails.flatMap((mail) =>
    OF_SUBSCRIBER.test(mail.subject) || asksLanguage(mail) ? mail.to.slice(0, 1) : [],
  );
  const known = people.length > 0 ? await readKnownSubscribers(scope, [...new Set(people)], listId) : undefined;
  const documents = await documentsOf(scope, mails);
  return Promise.all(
    mails.map(async ({ subject: source, to: [email = ''], variables, locale }, index) => {
      const values = mailMergeData(variables, { name: teamName }, { email, subscriber: known?.get(email) });
      try {
        return await renderSubject(source, values, scope.team.id, { language: locale, document: documents[index] });
      } catch (error) {
        if (error instanceof RenderError) return subjectLine(source);
        throw error;
      }
    }),
  );
}

/** The HTML of mails whose subject depends on the language, where the HTML may declare it. */
async function documentsOf(scope: Scope, mails: readonly Unrendered[]): Promise<(string | undefined)[]> {
  const asking = mails.filter(asksLanguage);
  const ids = [...new Set(asking.flatMap(({ templateId }) => templateId ?? []))];
  const templates = new Map(ids.length > 0 ? (await readTemplates(scope, ids)).map((one) => [one.id, one.html]) : []);
  return mails.map((mail) => {
    if (!asksLanguage(mail)) return undefined;
    return mail.templateId === null ? (mail.htmlSource ?? undefined) : templates.get(mail.templateId);
  });
}
