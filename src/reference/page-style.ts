/** The style of the reference, like that of the public pages. Code wraps, so nothing scrolls sideways on a phone. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #595959; --paper: #fff; --accent: #0b5394; --code: #f2f4f7; --line: #d5d9df; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f0f0; --quiet: #b8b8b8; --paper: #1b1b1b; --accent: #9cc8f5; --code: #262a30; --line: #43484f; }
}
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--paper); }
header, main { max-width: 56rem; margin: 0 auto; padding: 1.25rem; overflow-wrap: anywhere; }
header { padding-bottom: 0; }
header ol { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; font-size: .9375rem; }
header li + li::before { content: "/"; margin-right: .5rem; color: var(--quiet); }
h1 { font-size: 1.8rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1rem 0 .25rem; }
a { color: var(--accent); }
:target { scroll-margin-top: 1rem; }
dt:target, h2:target { background: var(--code); }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
pre { margin: .5rem 0 1rem; padding: .75rem 1rem; border-radius: 6px; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
p { margin: .5rem 0; max-width: 44rem; }
ul { margin: .5rem 0 1rem; padding-left: 1.25rem; }
.names { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.operations { list-style: none; padding: 0; }
.operations li { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: .2rem 0; }
.operations li > a { flex: 0 1 17rem; }
.operations code { color: var(--quiet); }
dl { margin: .25rem 0 1rem; }
dt { padding-top: .5rem; border-top: 1px solid var(--line); margin-top: .5rem; }
dd { margin: .1rem 0 .25rem; }
dd > dl { margin-left: .5rem; padding-left: .75rem; border-left: 3px solid var(--line); }
.type, .bounds, small { color: var(--quiet); font-size: .9375rem; }
.mark { font-size: .875rem; font-weight: 600; }
summary { cursor: pointer; padding: .25rem 0; }
input { font: inherit; box-sizing: border-box; width: 100%; max-width: 30rem; padding: .6rem; border: 2px solid var(--quiet);
  border-radius: 6px; color: inherit; background: transparent; }
label { display: block; }
[hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`;
