import { Html, html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { footerOf, headerOf, type Look } from '../content/brand/page-look.ts';
import { styleFor } from '../content/brand/page-style.ts';
import { boxHtml } from './box.ts';
import { formHtml, inLines } from './form-html.ts';
import { FORM_STYLE } from './form-style.ts';
import { opensOver } from './kinds.ts';
import { type OverlayOf, overlayHtml, overlayStyle } from './overlay.ts';
import { pageDesign } from './page-design.ts';
import { boxIn, boxRule } from './snippet.ts';
import { type ThanksOf, thanks } from './thanks.ts';

export type PreviewOf = OverlayOf & ThanksOf & Look;

const NOWHERE = '#';

/** A form on a page of its kind, as a whole document. `sent`: with the message after a sign-up. */
export function previewPage(form: PreviewOf, sent: boolean): string {
  const [style, body] = form.kind === 'page' ? ownPage(form, sent) : onSite(form, sent);
  return html`<!doctype html>
<html lang="${languageFor(form.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${form.title}</title>
<style>${new Html(style)}</style></head>
<body>${body}</body>
</html>
`.text;
}

function ownPage(form: PreviewOf, sent: boolean): [style: string, body: Html] {
  const { title, text } = thanks(form);
  const intro = form.text === null ? '' : html`<p>${inLines(form.text)}</p>`;
  const content = sent
    ? html`<h1>${title}</h1><p role="status">${inLines(text)}</p>`
    : html`<h1>${form.title}</h1>${intro}${formHtml(form, { action: NOWHERE, away: html` class="away"` })}`;
  const style = styleFor({ look: form, style: FORM_STYLE + pageDesign(form.design, form.brand) });
  return [style, html`<div class="sheet">${headerOf(form)}<main>${content}</main>${footerOf(form)}</div>`];
}

function onSite(form: PreviewOf, sent: boolean): [style: string, body: Html] {
  const inside = sent
    ? thanksHtml(form)
    : boxHtml(form, {
        action: NOWHERE,
        away: html` class="away"`,
        logo: form.kind === 'popup' || form.kind === 'slide_in',
      });
  if (!opensOver(form.kind)) return [`${SITE_STYLE}${boxRule(form)}`, html`${LINES}${boxIn(form, inside)}${LINES}`];
  const shade = form.kind === 'popup' ? html`<div class="shade"></div>` : '';
  return [
    `${SITE_STYLE}${overlayStyle(form)}.popup,.slide_in,.bar{animation:none}`,
    html`${LINES}${LINES}${LINES}${shade}${overlayHtml(form, inside, html` open`)}`,
  ];
}

const thanksHtml = (form: PreviewOf): Html => {
  const { title, text } = thanks(form);
  return html`<div role="status"><p>${title}</p><p>${inLines(text)}</p></div>`;
};

/** A site around the form, drawn by grey lines. */
const SITE_STYLE = `
body{margin:0;padding:32px;background:#fff}
body>section,body>.line{margin-inline:auto!important;max-width:44rem}
body>section{margin-block:32px!important;max-width:30rem!important}
.line{height:14px;margin-block:18px;border-radius:7px;background:#ececec}
.line:first-child{height:28px;max-width:20rem}
.away{position:absolute;left:-10000px}
.shade{position:fixed;inset:0;background:rgba(0,0,0,.55)}
`;

const LINES = html`<div class="line"></div><div class="line"></div><div class="line"></div><div class="line"></div><div class="line"></div><div class="line"></div>`;
