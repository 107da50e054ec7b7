import { createHash } from 'node:crypto';
import type { Brand } from '../../domain/content/brand/brand.ts';
import { buttonInDark, DARK_CONTENT, DARK_PAGE, readableOn, textOn } from '../../domain/content/brand/colours.ts';

/** The look of a form's page: that of the team's e-mails. */
export const styleOf = ({ color, backgroundColor, fontFamily }: Brand): string => `
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #595959; --paper: #fff; --page: ${backgroundColor}; --wrong: #a3161a;
  --accent: ${readableOn(color, '#ffffff')}; --button: ${color}; --on-button: ${textOn(color)}; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f0f0; --quiet: #b8b8b8; --paper: ${DARK_CONTENT}; --page: ${DARK_PAGE}; --wrong: #ffb3b0;
    --accent: ${readableOn(color, DARK_CONTENT)}; --button: ${buttonInDark(color)}; --on-button: ${textOn(buttonInDark(color))}; }
}
body { margin: 0; font: 1.0625rem/1.5 ${fontFamily}; color: var(--ink); background: var(--page); }
main { max-width: 32rem; margin: 0 auto; padding: 2rem 1.25rem; background: var(--paper); overflow-wrap: anywhere; }
@media (min-width: 36rem) { main { margin: 2rem auto; padding: 2rem; border-radius: 8px; } }
img { max-width: 100%; height: auto; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
label { display: block; margin: 0 0 .25rem; }
input { box-sizing: border-box; width: 100%; font: inherit; color: inherit; background: transparent; padding: .6rem .7rem;
  border: 1px solid var(--quiet); border-radius: 6px; }
input[type=checkbox] { width: 1.2rem; height: 1.2rem; margin: .2rem .6rem 0 0; float: left; accent-color: var(--accent); }
input[type=checkbox] + label { margin-left: 1.8rem; }
input[aria-invalid] { border: 2px solid var(--wrong); }
small { color: var(--quiet); font-size: .9375rem; }
strong, [role=alert] { color: var(--wrong); font-weight: 600; }
button { font: inherit; font-weight: 600; padding: .7rem 1.25rem; border: 2px solid var(--accent); border-radius: 6px;
  background: var(--button); color: var(--on-button); cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
[role=status], [role=alert] { border-left: 4px solid; padding-left: .8rem; }
.away { position: absolute; left: -10000px; }
`;

/** How the policy of a page lets its own style in. */
export const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
