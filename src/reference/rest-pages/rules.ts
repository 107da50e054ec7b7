import { type Html, html } from '../../validation/html.ts';
import { prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { exampleOf } from './curl.ts';
import { entry } from './keys.ts';
import { errorId, headerId } from './operation.ts';

/** The rules that all REST operations share: input, errors and headers of responses. */
export function rulesOf({ openApi }: Reference): Html {
  const { responses, headers } = openApi.components;
  return html`<h2 id="rest-rules">REST rules</h2>
${prose(openApi.info.description)}
<h3 id="errors">Errors</h3>
<dl>${Object.entries(responses).map(([name, { description, content = {} }]) => {
    const example = Object.values(content).map(exampleOf).find(Boolean);
    return html`<dt id="${errorId(name)}"><code>${errorId(name).replace('error-', '')}</code></dt>
<dd>${prose(description)}${example ? html`<pre>${example}</pre>` : html``}</dd>`;
  })}</dl>
<h3 id="headers">Headers of responses</h3>
<dl>${Object.entries(headers).map(
    ([name, { schema, description }]) =>
      html`<div id="${headerId(name)}">${entry(name, schema, '', html``, description)}</div>`,
  )}</dl>`;
}
