/** The style of a form page, besides the common one. */
export const FORM_STYLE = `
form label { padding: 0; margin: 0 0 .25rem; }
input:not([type=checkbox]) { box-sizing: border-box; width: 100%; font: inherit; color: inherit; background: transparent;
  padding: .6rem .7rem; border: 1px solid var(--quiet); border-radius: 6px; }
input[type=checkbox] { margin: .2rem .6rem 0 0; float: left; }
input[type=checkbox] + label { margin-left: 1.8rem; }
input[aria-invalid] { border: 2px solid var(--wrong); }
strong, [role=alert] { color: var(--wrong); font-weight: 600; }
[role=alert] { border-left: 4px solid; padding-left: .8rem; }
.away { position: absolute; left: -10000px; }
`;
