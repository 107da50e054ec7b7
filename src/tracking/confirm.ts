import { confirmSubscription, readSubscription, type Subscription } from '../domain/audience/subscriptions.ts';
import { html } from '../validation/html.ts';
import { type LinkPage, type LinkVisit, languageOf } from './link-page.ts';
import { type Page, say } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/** Double opt-in: the page behind the link of a confirmation e-mail. */
export const confirmPage: LinkPage = {
  purpose: 'confirm',
  show: async (visit) => pageFor(visit, await readSubscription(visit.scope, visit.subscriberId)),
  act: async (visit) => {
    const subscription = await confirmSubscription(visit.scope, visit.subscriberId);
    return pageFor(visit, subscription, subscription.changed);
  },
};

function pageFor(visit: LinkVisit, subscription: Subscription, changed = false): Page {
  const { listName, email, status, blocked } = subscription;
  const language = languageOf(visit, subscription);
  const { confirm, blocked: isBlocked } = TEXTS[language];
  if (blocked) return say(language, isBlocked, [email]);
  if (status === 'unsubscribed') return say(language, confirm.left, [listName, email]);
  if (status === 'subscribed') return say(language, changed ? confirm.done : confirm.already, [listName, email]);
  const button = html`<form method="post"><button name="do" value="confirm">${confirm.action}</button></form>`;
  return say(language, confirm.ask, [listName, email], button);
}
