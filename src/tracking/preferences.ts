import { saveLeavingReasonForAll } from '../domain/audience/leaving-reasons.ts';
import { endPause, pause, readPreferences, savePreferences } from '../domain/audience/preferences.ts';
import { requestData } from '../domain/audience/request-data.ts';
import { leaveAllLists, listSubscriptions, readSubscription } from '../domain/audience/subscriptions.ts';
import { isLeavingReason } from '../domain/ledger/leaving-reasons.ts';
import { html } from '../validation/html.ts';
import { FormError } from './form.ts';
import { type LinkPage, type LinkVisit, languageOf } from './link-page.ts';
import type { Page } from './page.ts';
import { choiceForm, readChoice } from './preferences-form.ts';
import { askWhy } from './reasons.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** The message after an action. */
type Done = keyof Texts['preferences']['done'];

/** The preferences page: the person chooses their lists, frequency and more, among all lists they are or were on. */
export const preferencesPage: LinkPage = {
  purpose: 'preferences',
  show: (visit) => pageFor(visit),
  act: async (visit, form) => pageFor(visit, await doAsked(visit, form)),
};

/** A form without ticked boxes is empty, so the value of the button is required. */
async function doAsked(visit: LinkVisit, form: FormData): Promise<Done> {
  const { scope, subscriberId } = visit;
  switch (form.get('do')) {
    case 'save':
      await savePreferences(scope, subscriberId, readChoice(form), visit);
      return 'saved';
    case 'leave-all':
      await leaveAllLists(scope, subscriberId, visit);
      return 'leftAll';
    case 'reason': {
      const reason = form.get('reason');
      if (!isLeavingReason(reason)) throw new FormError(400);
      await saveLeavingReasonForAll(scope, subscriberId, reason, visit);
      return 'answered';
    }
    case 'pause':
      await pause(scope, subscriberId);
      return 'paused';
    case 'resume':
      await endPause(scope, subscriberId);
      return 'resumed';
    case 'data':
      await refuseBlocked(visit);
      await requestData(scope, subscriberId);
      return 'dataSent';
    default:
      throw new FormError(400);
  }
}

/** Blocked addresses receive nothing, so the page does not offer it to them. */
async function refuseBlocked({ scope, subscriberId }: LinkVisit): Promise<void> {
  if ((await readSubscription(scope, subscriberId)).blocked) throw new FormError(400);
}

async function pageFor(visit: LinkVisit, done?: Done): Promise<Page> {
  const { scope, subscriberId } = visit;
  const own = await readSubscription(scope, subscriberId);
  const language = languageOf(visit, own);
  const { preferences: texts } = TEXTS[language];
  const subscriptions = await listSubscriptions(scope, subscriberId);
  const preferences = await readPreferences(scope, subscriberId);
  const { pausedUntil, timezone } = preferences;
  const until =
    pausedUntil && new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timezone }).format(pausedUntil);
  const button = (action: string, name: string) =>
    html`<form method="post"><button class="second" name="do" value="${action}">${name}</button></form>`;
  const body = html`${done ? html`<p role="status">${texts.done[done]}</p>` : ''}
${done === 'leftAll' && subscriptions.some(({ mayGiveReason }) => mayGiveReason) ? askWhy(language) : ''}
<p>${texts.text(own.email)}</p>
${choiceForm({ own, subscriptions, preferences, language })}
<h2>${texts.pause.title}</h2>
<p>${until ? texts.pause.until(until) : texts.pause.text}</p>
${until ? button('resume', texts.pause.end) : button('pause', texts.pause.action)}
<h2>${texts.leaveAll}</h2>
${button('leave-all', texts.leaveAll)}
<h2>${texts.data.title}</h2>
<p>${own.blocked ? texts.data.blocked : texts.data.text(own.email)}</p>
${own.blocked ? '' : button('data', texts.data.action)}`;
  return { language, title: texts.title, body };
}
