import { type Look, styleOf } from './page-look.ts';

/** The style of all public pages. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #595959; --paper: #fff; --accent: #0b5394; --on-accent: #fff;
  --behind: var(--paper); --wrong: #a3161a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f0f0; --quiet: #b8b8b8; --paper: #1b1b1b; --accent: #9cc8f5; --on-accent: #10202f;
    --wrong: #ffb3b0; }
}
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--behind); }
.sheet { box-sizing: border-box; max-width: 36.5rem; min-height: 100vh; margin: 0 auto; background: var(--paper); }
header { padding: 2rem 1.25rem 0; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
header img { max-width: 100%; height: auto; padding: .4rem; border-radius: 6px; background: #fff; }
header a { color: inherit; }
footer { padding: 0 1.25rem 2rem; color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; overflow-wrap: anywhere; }
header + main { padding-top: 1.5rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 .5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
a { color: var(--accent); }
ol { list-style: none; margin: 0 0 1.5rem; padding: 0; }
ol li { border-top: 1px solid var(--quiet); padding: .75rem 0; }
ol small { display: block; }
nav { display: flex; gap: 1.5rem; }
fieldset { border: 1px solid var(--quiet); border-radius: 6px; margin: 0 0 1.25rem; padding: .5rem 1rem 1rem; }
label { display: block; padding: .4rem 0; }
select { font: inherit; box-sizing: border-box; max-width: 100%; padding: .5rem; border: 1px solid var(--quiet); border-radius: 6px;
  background: var(--paper); color: var(--ink); }
input:is([type=checkbox], [type=radio]) { width: 1.2rem; height: 1.2rem; margin: 0 .6rem 0 0; vertical-align: -.2rem; accent-color: var(--accent); }
small { color: var(--quiet); font-size: .9375rem; }
button { font: inherit; padding: .7rem 1.25rem; margin: 0 0 1rem; border: 2px solid var(--accent); border-radius: 6px;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button + button { margin-left: .5rem; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
[role=status] { border-left: 4px solid var(--accent); padding-left: .8rem; }
`;

/** The style of a page: the common one, the team's and its own. */
export const styleFor = ({ look, style = '' }: { look?: Look; style?: string }): string =>
  STYLE + (look ? styleOf(look) : '') + style;
