import { type Html, html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { type BoxOf, boxHtml } from './box.ts';
import { boxStyle } from './design.ts';
import { FORM_TEXTS } from './form-texts.ts';
import { opensOver, secondsOf } from './kinds.ts';
import type { PublicForm } from './public-form.ts';

/** A form that opens over a site. The script shows it in a shadow tree, apart from the styles of the site. */
export interface Overlay {
  html: string;
  css: string;
  /** When it opens. Null: not by this. */
  seconds: number | null;
  percent: number | null;
  leave: boolean;
  /** For how many days it stays closed for a visitor who closed it. */
  days: number;
}

export type OverlayOf = BoxOf &
  Pick<PublicForm, 'kind' | 'openAfterSeconds' | 'openAfterPercent' | 'openOnLeave' | 'repeatAfterDays'>;

/** The overlay of a form; null for kinds that stand in a page. `action`: the address that receives the form. */
export function overlayOf(form: OverlayOf, action: string): Overlay | null {
  if (!opensOver(form.kind)) return null;
  return {
    html: overlayHtml(form, boxHtml(form, { action, away: html` class="away"`, logo: form.kind !== 'bar' })).text,
    css: overlayStyle(form),
    seconds: secondsOf(form),
    percent: form.openAfterPercent,
    leave: form.openOnLeave,
    days: form.repeatAfterDays,
  };
}

/**
 * The dialog around what is in the box. A popup is modal, and its behaviour comes with browsers; the others leave the site
 * usable. `more`: attributes of a popup.
 */
export function overlayHtml(form: OverlayOf, inside: Html, more: Html = html``): Html {
  const language = languageFor(form.locale);
  const box = html`<div class="box"><button type="button" class="x" aria-label="${FORM_TEXTS[language].close}">×</button>${inside}</div>`;
  const named = html` class="${form.kind}" lang="${language}" aria-label="${form.title}"`;
  return form.kind === 'popup'
    ? html`<dialog${named}${more}>${box}</dialog>`
    : html`<div role="dialog"${named}>${box}</div>`;
}

export const overlayStyle = ({ design, brand }: Pick<OverlayOf, 'design' | 'brand'>): string =>
  `${boxStyle('.box', design, brand)}${PLACES}`;

const PLACES = `.popup{position:fixed;inset:0;margin:auto;padding:0;border:0;width:min(30rem,calc(100vw - 32px));max-width:none;height:fit-content;max-height:calc(100vh - 32px);overflow:auto;background:none}
.popup::backdrop{background:rgba(0,0,0,.55)}
.slide_in,.bar{position:fixed;z-index:2147483000;overflow:auto}
.slide_in{inset-inline-end:16px;bottom:16px;width:min(24rem,calc(100vw - 32px));max-height:calc(100vh - 32px)}
.slide_in .box{border-color:rgba(0,0,0,.18)}
.bar{inset:auto 0 0;max-height:60vh;box-shadow:0 0 24px rgba(0,0,0,.28)}
.away{position:absolute;left:-10000px}
.box .x{position:absolute;top:4px;inset-inline-end:4px;width:44px;height:44px;padding:0;border:0;border-radius:50%;background:none;font-size:26px;line-height:1;cursor:pointer}
.box h2{padding-inline-end:28px}
.bar .box{max-width:none;padding:12px 56px 12px 24px;border-radius:0;border-width:1px 0 0}
.bar .tidings-content,.bar form{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:end}
.bar .tidings-text{flex:1 1 16rem;align-self:center}
.bar :is(h2,p){margin:0;font-size:16px}
.bar form{flex:2 1 20rem}
.bar form p{flex:1 1 11rem}
.bar form>button{width:auto}
.bar [role=alert]{flex-basis:100%}
@media (max-width:40rem){.bar .box{padding:12px 16px}.bar form>button{width:100%}}
@media (prefers-reduced-motion:no-preference){.popup,.slide_in,.bar{animation:in .2s ease-out}@keyframes in{from{opacity:0;translate:0 12px}}}
`;
