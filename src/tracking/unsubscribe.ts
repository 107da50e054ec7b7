import { saveLeavingReason } from '../domain/audience/leaving-reasons.ts';
import { leaveList, readSubscription, type Subscription } from '../domain/audience/subscriptions.ts';
import { isLeavingReason } from '../domain/ledger/leaving-reasons.ts';
import { html } from '../validation/html.ts';
import { type LinkPage, type LinkVisit, languageOf } from './link-page.ts';
import { type Page, say } from './page.ts';
import { askWhy } from './reasons.ts';
import { TEXTS } from './texts/texts.ts';

/**
 * The unsubscribe page. Any POST unsubscribes, whatever its fields, so that a mailbox provider's one-click request (RFC 8058:
 * `List-Unsubscribe=One-Click`) works like our button. It asks for the reason only after the person has unsubscribed.
 */
export const unsubscribePage: LinkPage = {
  purpose: 'unsubscribe',
  show: async (visit) => pageFor(visit, await readSubscription(visit.scope, visit.subscriberId)),
  act: async (visit, form) => {
    const { scope, subscriberId } = visit;
    const subscription = await leaveList(scope, subscriberId, visit);
    const reason = form.get('reason');
    if (!isLeavingReason(reason)) return pageFor(visit, subscription);
    await saveLeavingReason(scope, subscriberId, reason, visit);
    return pageFor(visit, { ...subscription, mayGiveReason: false }, true);
  },
};

/** A bounced person can still unsubscribe; a person who complained counts as unsubscribed. */
function pageFor(visit: LinkVisit, subscription: Subscription, hasTold = false): Page {
  const { links, scope, messageId } = visit;
  const { listName, email, status, mayGiveReason, subscriberId: id } = subscription;
  const language = languageOf(visit, subscription);
  const { unsubscribe, preferences } = TEXTS[language];
  const url = links.ofMessage('preferences', { teamId: scope.team.id, id, ...(messageId && { messageId }) });
  const more = html`<p><a href="${url}">${preferences.link}</a></p>`;
  if (status === 'unsubscribed' || status === 'complained') {
    const thanks = hasTold ? html`<p role="status">${TEXTS[language].leaving.thanks}</p>` : '';
    return say(
      language,
      unsubscribe.done,
      [listName, email],
      html`${thanks}${more}${mayGiveReason ? askWhy(language) : ''}`,
    );
  }
  const button = html`<form method="post"><button name="do" value="unsubscribe">${unsubscribe.action}</button></form>`;
  return say(language, unsubscribe.ask, [listName, email], html`${button}${more}`);
}
