import { Html, html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { boxHtml } from './box.ts';
import { boxStyle } from './design.ts';
import { opensOver } from './kinds.ts';
import type { OverlayOf } from './overlay.ts';

/** The address of a form's page. `base`: the public address of the installation, without a trailing slash. */
export const formUrl = (base: string, id: string): string => `${base}/f/${id}`;

/** The address of the script that submits embedded forms without leaving the site, and opens the others over it. */
export const scriptUrl = (base: string): string => `${base}/f/form.js`;

/** Sites may leave out the style of a form. */
const AWAY = html` style="position:absolute;left:-10000px"`;

/** The code for a site, by the kind of the form: the form itself, a script that opens it, or a link to its page. */
export function snippet(form: OverlayOf, base: string): string {
  const url = formUrl(base, form.id);
  if (form.kind === 'page') return html`<a href="${url}">${form.title}</a>\n`.text;
  if (opensOver(form.kind))
    return html`<script src="${scriptUrl(base)}" data-tidings="${form.id}" async></script>\n`.text;
  const box = boxIn(form, boxHtml(form, { action: url, away: AWAY, logo: false }));
  return html`<style>
${new Html(boxRule(form))}</style>
${box}<script src="${scriptUrl(base)}" async></script>\n`.text;
}

const nameOf = ({ id }: OverlayOf): string => `tidings-${id.slice(-12)}`;

/** The box of an inline form, and its style. Each form has its own name, so that a page may have several designs. */
export const boxIn = (form: OverlayOf, inside: Html): Html =>
  html`<section class="${nameOf(form)}" lang="${languageFor(form.locale)}" aria-label="${form.title}">
${inside}
</section>
`;

export const boxRule = (form: OverlayOf): string => boxStyle(`.${nameOf(form)}`, form.design, form.brand);
