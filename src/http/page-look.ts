import type { FastifyInstance } from 'fastify';

/** The logo, as in src/dashboard/icon.svg. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect y="5" width="32" height="22" rx="4" fill="#3b5bdb"/><path d="m4 10 12 9 12-9" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The name above each page for people who are not signed in. */
export const MASTHEAD = `<header>${LOGO}<span>Tidings</span></header>`;

/** The look of the dashboard, for pages without its scripts: its colours, sizes and corners. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #000; --quiet: #5a6169; --paper: #f8f9fa; --card: #fff; --line: #dee2e6;
  --field: #868e96; --accent: #4263eb; --link: #4263eb; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #c9c9c9; --quiet: #a6adb5; --paper: #1f1f1f; --card: #242424; --line: #424242; --field: #828282; --accent: #3b5bdb;
    --link: #91a7ff; }
}
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { display: flex; gap: .6rem; align-items: center; max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem 1rem;
  font-size: 1.1rem; font-weight: 700; }
main { max-width: 31rem; margin: 0 auto 3rem; padding: 1.5rem; overflow-wrap: anywhere; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; }
@media (max-width: 36rem) { main { border-width: 1px 0; border-radius: 0; } }
h1 { font-size: 1.625rem; line-height: 1.35; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
a { color: var(--link); }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: .75rem 0; }
label { display: block; padding: .4rem 0; font-size: .875rem; font-weight: 500; }
input { font: inherit; font-weight: 400; box-sizing: border-box; width: 100%; padding: .45rem .75rem; margin: .2rem 0 .6rem;
  border: 1px solid var(--field); border-radius: 4px; color: inherit; background: transparent; }
small { display: block; color: var(--quiet); font-size: .875rem; }
button { font: inherit; font-size: .875rem; font-weight: 500; padding: .5rem 1.125rem; margin: 0 0 1rem; border: 1px solid var(--accent);
  border-radius: 4px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.second { background: transparent; color: var(--link); }
li button { margin: .5rem 0 0; padding: .3rem .9rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[role=alert] { border-left: 4px solid var(--link); padding-left: .8rem; }
`;

/** Serves the icon that browsers ask every site for. */
export function registerIcon(app: FastifyInstance): void {
  app.get('/favicon.ico', async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' })
      .type('image/svg+xml')
      .send(LOGO),
  );
}
