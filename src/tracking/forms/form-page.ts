import { formHtml, inLines, type Writing } from '../../domain/forms/form-html.ts';
import { FORM_TEXTS } from '../../domain/forms/form-texts.ts';
import { originsOf } from '../../domain/forms/own-hosts.ts';
import type { PublicForm } from '../../domain/forms/public-form.ts';
import type { Filled, Problem } from '../../domain/forms/read-answers.ts';
import { Html, html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { HEADERS } from '../page.ts';
import { hashOf, styleOf } from './form-style.ts';

/** A page of a form, ready to be sent. */
export interface FormPage {
  text: string;
  headers: Record<string, string>;
}

/** What a form that is shown again says first. */
export interface Before {
  filled?: Filled;
  problems?: ReadonlyMap<string, Problem>;
  /** What to do, where nothing is wrong with what was filled in. */
  alert?: string;
}

/** The page with the form. `url`: its own address. */
export function formPage(
  form: PublicForm,
  url: string,
  pass: string,
  { filled, problems, alert }: Before = {},
): FormPage {
  const texts = FORM_TEXTS[languageFor(form.locale)];
  const first = problems ? texts.problem : alert;
  const writing: Writing = {
    ...{ action: url, pass, away: html` class="away"` },
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

/** What somebody who signed up is told: the same whoever it is. */
export function thanks(form: PublicForm): { title: string; text: string } {
  const texts = FORM_TEXTS[languageFor(form.locale)];
  const usual = form.confirms ? texts.confirm : texts.done;
  return { title: form.successTitle ?? usual.title, text: form.successText ?? usual.text };
}

/** The page after a sign-up. */
export function thanksPage(form: PublicForm): FormPage {
  const { title, text } = thanks(form);
  return page(
    form,
    title,
    html`<p role="status">${inLines(text)}</p>
`,
  );
}

function page(form: PublicForm, title: string, body: Html): FormPage {
  const { brand, teamName } = form;
  const style = styleOf(brand);
  const logo = brand.logoUrl
    ? html`<p><img src="${brand.logoUrl}" alt="${teamName}" width="${brand.logoWidth}"></p>
`
    : '';
  const { text } = html`<!doctype html>
<html lang="${languageFor(form.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${logo}<h1>${title}</h1>
${body}</main>
</body>
</html>
`;
  const headers = {
    ...HEADERS,
    'Content-Security-Policy': policyOf(form, style),
    'Content-Language': languageFor(form.locale),
  };
  return { text, headers };
}

/**
 * Lets in our own style and the logo, and the script where the form needs it. A form may be sent to us alone, and from us to where
 * its sign-ups lead, which browsers hold to be the same thing. Only the sites of the form may show it in a frame.
 */
function policyOf({ brand, redirectUrl, hosts, proofOfWork }: PublicForm, style: string): string {
  const sites = hosts.flatMap(originsOf);
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(brand.logoUrl ? [`img-src ${new URL(brand.logoUrl).origin}`] : []),
    ...(proofOfWork ? ["script-src 'self'", "connect-src 'self'"] : []),
    `form-action 'self'${redirectUrl === null ? '' : ` ${new URL(redirectUrl).origin}`}`,
    "base-uri 'none'",
    `frame-ancestors ${sites.length > 0 ? sites.join(' ') : "'none'"}`,
  ].join('; ');
}
