import { type Chosen, OFTEN, type Often, type Preferences } from '../domain/audience/preferences.ts';
import type { Subscription } from '../domain/audience/subscriptions.ts';
import { isId } from '../ids.ts';
import { type Html, html } from '../validation/html.ts';
import { isOurLanguage, LANGUAGES, type Language, languageIn } from '../validation/language.ts';
import { FormError } from './form.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** Each in its own language, for people who cannot read the others. */
const NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
};

/** The choice of people who keep their own frequency, which is not among ours. */
const KEPT = 'own';

interface Shown {
  own: Subscription;
  subscriptions: readonly Subscription[];
  preferences: Preferences;
  /** The language of the page. */
  language: Language;
}

/** The form for lists, frequency, language and tracking, which are saved together. */
export function choiceForm({ own, subscriptions, preferences, language }: Shown): Html {
  const { preferences: texts } = TEXTS[language];
  const { often } = preferences;
  const chosen = own.locale === null ? undefined : languageIn(own.locale);
  const languages = LANGUAGES.map(
    (one) => html`<option value="${one}" lang="${one}" ${one === chosen ? 'selected' : ''}>${NAMES[one]}</option>`,
  );
  const radio = (name: string, value: string, isChosen: boolean, label: string) =>
    html`<label><input type="radio" name="${name}" value="${value}" ${isChosen ? 'checked' : ''}>${label}</label>
`;
  return html`<form method="post">
<fieldset><legend>${texts.lists}</legend>
${subscriptions.map((subscription) => box(subscription, texts))}</fieldset>
<fieldset><legend>${texts.often.title}</legend>
${OFTEN.map((one) => radio('often', one, one === often, texts.often[one]))}${typeof often === 'string' ? '' : radio('often', KEPT, true, texts.often.own(often.messages, often.days))}</fieldset>
<fieldset><legend>${texts.tracking.title}</legend>
<p><small>${texts.tracking.text}</small></p>
${radio('tracking', 'on', preferences.tracked, texts.tracking.on)}${radio('tracking', 'off', !preferences.tracked, texts.tracking.off)}</fieldset>
<p><label for="language">${texts.language}</label><select id="language" name="language">${chosen ? '' : html`<option value="" selected>${texts.noLanguage}</option>`}${languages}</select></p>
<button name="do" value="save">${texts.save}</button>
</form>`;
}

/** A list's check box, ticked if the person receives the list. An unconfirmed list that stays unticked stays unconfirmed. */
function box({ listId, listName, status, blocked }: Subscription, texts: Texts['preferences']): Html {
  const state = blocked ? 'disabled' : status === 'subscribed' ? 'checked' : '';
  const note = blocked ? texts.blocked : status === 'unconfirmed' ? texts.unconfirmed : '';
  return html`<label><input type="checkbox" name="list" value="${listId}" ${state}>${listName}${note ? html` <small>(${note})</small>` : ''}</label>
`;
}

/**
 * Reads the choices. An absent or empty field changes nothing, but an unticked list is unsubscribed. Throws FormError for a value
 * that the page does not offer.
 */
export function readChoice(form: FormData): Chosen {
  const often = oneOf(form, 'often', isOften);
  const tracking = oneOf(form, 'tracking', (value) => value === 'on' || value === 'off');
  return {
    lists: form.getAll('list').filter(isId),
    language: oneOf(form, 'language', isOurLanguage),
    often: often === KEPT ? undefined : often,
    tracked: tracking === undefined ? undefined : tracking === 'on',
  };
}

const isOften = (value: string): value is Often | typeof KEPT => [...OFTEN, KEPT].includes(value as Often);

function oneOf<Value extends string>(
  form: FormData,
  name: string,
  isOffered: (value: string) => value is Value,
): Value | undefined {
  const value = form.get(name);
  if (value === null || value === '') return undefined;
  if (typeof value !== 'string' || !isOffered(value)) throw new FormError(400);
  return value;
}
