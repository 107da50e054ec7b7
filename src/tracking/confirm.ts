import { confirmSubscription, readSubscription, type Subscription } from '../domain/audience/subscriptions.ts';
import { html } from '../validation/html.ts';
import { languageFor } from '../validation/language.ts';
import type { LinkPage } from './link-page.ts';
import { type Page, say } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/** Double opt-in: the page behind the link of a confirmation e-mail. */
export const confirmPage: LinkPage = {
  purpose: 'confirm',
  show: async ({ scope, subscriberId }) => pageFor(await readSubscription(scope, subscriberId)),
  act: async ({ scope, subscriberId }) => {
    const subscription = await confirmSubscription(scope, subscriberId);
    return pageFor(subscription, subscription.changed);
  },
};

function pageFor(subscription: Subscription, changed = false): Page {
  const { listName, email, status, blocked } = subscription;
  const language = languageFor(subscription.locale, subscription.listLocale);
  const { confirm, blocked: isBlocked } = TEXTS[language];
  if (blocked) return say(language, isBlocked, [email]);
  if (status === 'unsubscribed') return say(language, confirm.left, [listName, email]);
  if (status === 'subscribed') return say(language, changed ? confirm.done : confirm.already, [listName, email]);
  const button = html`<form method="post"><button name="do" value="confirm">${confirm.action}</button></form>`;
  return say(language, confirm.ask, [listName, email], button);
}
