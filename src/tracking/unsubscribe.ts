import { leaveList, readSubscription, type Subscription } from '../domain/audience/subscriptions.ts';
import { html } from '../validation/html.ts';
import { languageFor } from '../validation/language.ts';
import type { LinkPage, LinkVisit } from './link-page.ts';
import { type Page, say } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/**
 * The page behind "unsubscribe". Any POST unsubscribes, whatever its fields, so that a mailbox provider's one-click
 * request (RFC 8058: `List-Unsubscribe=One-Click`) works like our button.
 */
export const unsubscribePage: LinkPage = {
  purpose: 'unsubscribe',
  show: async (visit) => pageFor(visit, await readSubscription(visit.scope, visit.subscriberId)),
  act: async (visit) => pageFor(visit, await leaveList(visit.scope, visit.subscriberId, visit)),
};

/** A bounced person can still unsubscribe; a person who complained counts as unsubscribed. */
function pageFor({ links, scope, messageId }: LinkVisit, subscription: Subscription): Page {
  const { listName, email, status, subscriberId: id } = subscription;
  const language = languageFor(subscription.locale, subscription.listLocale);
  const { unsubscribe, preferences } = TEXTS[language];
  const url = links.ofMessage('preferences', { teamId: scope.team.id, id, ...(messageId && { messageId }) });
  const more = html`<p><a href="${url}">${preferences.link}</a></p>`;
  if (status === 'unsubscribed' || status === 'complained') {
    return say(language, unsubscribe.done, [listName, email], more);
  }
  const button = html`<form method="post"><button name="do" value="unsubscribe">${unsubscribe.action}</button></form>`;
  return say(language, unsubscribe.ask, [listName, email], html`${button}${more}`);
}
