import { LEAVING_REASONS } from '../domain/ledger/leaving-reasons.ts';
import { type Html, html } from '../validation/html.ts';
import type { Language } from '../validation/language.ts';
import { TEXTS } from './texts/texts.ts';

/** A form that asks unsubscribed people for their reason. The answer is optional. */
export function askWhy(language: Language): Html {
  const { leaving } = TEXTS[language];
  const choices = LEAVING_REASONS.map(
    (
      reason,
    ) => html`<label><input type="radio" name="reason" value="${reason}" required>${leaving.reasons[reason]}</label>
`,
  );
  return html`<form method="post">
<fieldset><legend>${leaving.why}</legend>
${choices}</fieldset>
<button class="second" name="do" value="reason">${leaving.send}</button>
</form>`;
}
