import { formHtml, inLines, type Writing } from '../../domain/forms/form-html.ts';
import { FORM_STYLE } from '../../domain/forms/form-style.ts';
import { FORM_TEXTS } from '../../domain/forms/form-texts.ts';
import { originsOf } from '../../domain/forms/own-hosts.ts';
import { pageDesign } from '../../domain/forms/page-design.ts';
import type { PublicForm } from '../../domain/forms/public-form.ts';
import type { Filled, Problem } from '../../domain/forms/read-answers.ts';
import { thanks } from '../../domain/forms/thanks.ts';
import { type Html, html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import type { Page } from '../page.ts';

/** The introduction of a form that is shown again. */
export interface Before {
  filled?: Filled;
  problems?: ReadonlyMap<string, Problem>;
  /** What to do when the answers have no problems. */
  alert?: string;
}

/** The page with the form. `url`: its own URL. */
export function formPage(
  form: PublicForm,
  url: string,
  formToken: string,
  { filled, problems, alert }: Before = {},
): Page {
  const texts = FORM_TEXTS[languageFor(form.locale)];
  const first = problems ? texts.problem : alert;
  const writing: Writing = {
    action: url,
    formToken,
    away: html` class="away"`,
    ...(form.proofOfWork && { attributes: html` data-tidings="?page"` }),
    ...(filled && { filled }),
    ...(problems && { problems }),
  };
  const script = form.proofOfWork
    ? html`<noscript><p role="alert">${texts.needsScript}</p></noscript>
<script src="${url.slice(0, url.lastIndexOf('/'))}/form.js" async></script>
`
    : '';
  return page(
    form,
    form.title,
    html`${
      form.text === null
        ? ''
        : html`<p>${inLines(form.text)}</p>
`
    }${
      first
        ? html`<p role="alert">${first}</p>
`
        : ''
    }${formHtml(form, writing)}${script}`,
  );
}

/** The page after a sign-up. */
export function thanksPage(form: PublicForm): Page {
  const { title, text } = thanks(form);
  return page(
    form,
    title,
    html`<p role="status">${inLines(text)}</p>
`,
  );
}

const page = (form: PublicForm, title: string, body: Html): Page => ({
  language: languageFor(form.locale),
  title,
  body,
  look: form,
  style: FORM_STYLE + pageDesign(form.design, form.brand),
  allowed: {
    // Browsers apply form-action to a form's URL and to its redirects alike.
    leadsTo: form.redirectUrl === null ? [] : [new URL(form.redirectUrl).origin],
    framedBy: form.hosts.flatMap(originsOf),
    script: form.proofOfWork,
  },
});
