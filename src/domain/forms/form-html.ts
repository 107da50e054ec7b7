import { Html, html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { FORM_TEXTS, type FormTexts } from './form-texts.ts';
import type { AskedField, PublicForm } from './public-form.ts';
import { CONSENT, type Filled, type Problem } from './read-answers.ts';

/**
 * Fields that a form sends besides answers. No other field has such a name: keys begin with a letter and have no hyphen.
 */
export const FORM_TOKEN = '_pass';
export const PROOF = '_altcha';
/** The honeypot: hidden from people, filled in by robots. */
export const TRAP = 'homepage-url';

/** Options for rendering the form. */
export interface Writing {
  /** The address that receives the form. */
  action: string;
  /** Attributes of the form, and of its hidden parts. */
  attributes?: Html;
  away: Html;
  /** Present on our own page. */
  formToken?: string;
  filled?: Filled;
  problems?: ReadonlyMap<string, Problem>;
}

/** The parts of a form that are rendered. */
export type Asking = Pick<PublicForm, 'id' | 'locale' | 'asked' | 'consentText' | 'button'>;

/** The form itself, for our page and for others. All texts of the team and of people are escaped. */
export function formHtml(form: Asking, writing: Writing): Html {
  const texts = FORM_TEXTS[languageFor(form.locale)];
  const id = `tidings-${form.id.slice(-12)}`;
  const email = { field: 'email', label: texts.email, type: 'text', required: true } as const;
  const lines = [email, ...form.asked].map((asked) => line(asked, `${id}-${asked.field}`, texts, writing));
  return html`<form action="${writing.action}" method="post" accept-charset="utf-8"${writing.attributes ?? ''}>
${lines}${form.consentText === null ? '' : consent(form.consentText, `${id}-consent`, texts, writing)}<div${writing.away} aria-hidden="true"><label>${texts.leaveEmpty} <input name="${TRAP}" tabindex="-1" autocomplete="off"></label></div>
${writing.formToken === undefined ? '' : html`<input type="hidden" name="${FORM_TOKEN}" value="${writing.formToken}">`}<button>${form.button ?? texts.button}</button>
</form>
`;
}

const labelOf = ({ field, label }: AskedField, texts: FormTexts): string =>
  label ?? (field === 'first_name' ? texts.firstName : field === 'last_name' ? texts.lastName : field);

function line(asked: AskedField, id: string, texts: FormTexts, writing: Writing): Html {
  const { field, type, required } = asked;
  const note = required ? '' : html` <small>(${texts.optional})</small>`;
  const label = html`${labelOf(asked, texts)}${note}`;
  const given = writing.filled?.[field];
  const attributes = html` id="${id}" name="${field}"${required ? html` required` : ''}${described(id, field, writing)}`;
  if (type === 'boolean') {
    const box = html`<input type="checkbox" value="true"${given === 'true' || given === true ? html` checked` : ''}${attributes}>`;
    return html`<p>${box}<label for="${id}">${label}</label>${problemText(id, field, texts, writing)}</p>
`;
  }
  const value = typeof given === 'string' || typeof given === 'number' ? html` value="${given}"` : '';
  return html`<p><label for="${id}">${label}</label><input type="${kindOf(asked)}"${type === 'number' ? html` step="any"` : ''}${hint(field)}${value}${attributes}>${problemText(id, field, texts, writing)}</p>
`;
}

const kindOf = ({ field, type }: AskedField): string => (field === 'email' ? 'email' : type);

/** Autocomplete hints for browsers. */
const HINTS: Readonly<Record<string, string>> = { email: 'email', first_name: 'given-name', last_name: 'family-name' };
const hint = (field: string): Html | string =>
  Object.hasOwn(HINTS, field) ? html` autocomplete="${HINTS[field]!}"` : '';

function consent(text: string, id: string, texts: FormTexts, writing: Writing): Html {
  const isTicked = writing.filled?.[CONSENT] !== undefined && !writing.problems?.has(CONSENT);
  return html`<p><input type="checkbox" id="${id}" name="${CONSENT}" value="true" required${isTicked ? html` checked` : ''}${described(id, CONSENT, writing)}><label for="${id}">${inLines(text)}</label>${problemText(id, CONSENT, texts, writing)}</p>
`;
}

const described = (id: string, field: string, { problems }: Writing): Html | string =>
  problems?.has(field) ? html` aria-invalid="true" aria-describedby="${id}-problem"` : '';

function problemText(id: string, field: string, texts: FormTexts, { problems }: Writing): Html | string {
  const problem = problems?.get(field);
  return problem ? html` <strong id="${id}-problem">${texts.problems[problem]}</strong>` : '';
}

/** Text with its line breaks. */
export const inLines = (text: string): Html =>
  new Html(
    text
      .split(/\r?\n/)
      .map((one) => html`${one}`.text)
      .join('<br>'),
  );
