import {
  chooseLists,
  leaveAllLists,
  listSubscriptions,
  readSubscription,
  type Subscription,
} from '../domain/audience/subscriptions.ts';
import { isId } from '../ids.ts';
import { type Html, html } from '../validation/html.ts';
import { languageFor } from '../validation/language.ts';
import { FormError } from './form.ts';
import type { LinkPage, LinkVisit } from './link-page.ts';
import type { Page } from './page.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** The page on which a person chooses among all lists of the team that they are or were on. */
export const preferencesPage: LinkPage = {
  purpose: 'preferences',
  show: (visit) => pageFor(visit),
  act: async (visit, form) => {
    const { scope, subscriberId } = visit;
    // A form without ticked boxes looks like no form at all, so the button's value is required.
    switch (form.get('do')) {
      case 'save':
        await chooseLists(scope, subscriberId, form.getAll('list').filter(isId), visit);
        return pageFor(visit, 'saved');
      case 'leave-all':
        await leaveAllLists(scope, subscriberId, visit);
        return pageFor(visit, 'leftAll');
      default:
        throw new FormError(400);
    }
  },
};

async function pageFor({ scope, subscriberId }: LinkVisit, done?: 'saved' | 'leftAll'): Promise<Page> {
  const own = await readSubscription(scope, subscriberId);
  const language = languageFor(own.locale, own.listLocale);
  const { preferences } = TEXTS[language];
  const boxes = (await listSubscriptions(scope, subscriberId)).map((subscription) => box(subscription, preferences));
  const body = html`${done ? html`<p role="status">${preferences[done]}</p>` : ''}
<p>${preferences.text(own.email)}</p>
<form method="post">
<fieldset><legend>${preferences.lists}</legend>
${boxes}</fieldset>
<button name="do" value="save">${preferences.save}</button>
</form>
<form method="post"><button class="second" name="do" value="leave-all">${preferences.leaveAll}</button></form>`;
  return { language, title: preferences.title, body };
}

/**
 * A list's check box, ticked when the list is sent to the person. Left unticked, an unconfirmed list stays unconfirmed.
 */
function box({ listId, listName, status, blocked }: Subscription, texts: Texts['preferences']): Html {
  const state = blocked ? 'disabled' : status === 'subscribed' ? 'checked' : '';
  const note = blocked ? texts.blocked : status === 'unconfirmed' ? texts.unconfirmed : '';
  return html`<label><input type="checkbox" name="list" value="${listId}" ${state}>${listName}${note ? html` <small>(${note})</small>` : ''}</label>
`;
}
