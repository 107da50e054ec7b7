import { statusOfError } from '../../rest/openapi/error-names.ts';
import { type Html, html } from '../../validation/html.ts';
import { joined, prose } from '../prose.ts';
import type { PlacedOperation, Reference } from '../reference.ts';
import { curlOf, exampleOf } from './curl.ts';
import { contentsOf, entry, type Side } from './keys.ts';
import { type Answer, type Content, nameIn, type Ref, type Schema } from './open-api.ts';

/** An operation with its parameters, body, example, responses and errors. */
export function operationSection(reference: Reference, operation: PlacedOperation): Html {
  const { operationId, summary, method, path, description, deprecated, requestBody } = operation;
  const { openApi } = reference;
  return html`<section>
<h2 id="${operationId}">${summary}${deprecated ? html` <span class="mark">deprecated</span>` : html``}</h2>
<p><code>${method} ${path}</code></p>
${prose(description)}
${sameInGraphql(reference, operation)}
${parametersOf(operation)}
${requestBody ? html`<h3>Body</h3>${prose(requestBody.description)}${bodies(reference, requestBody.content, 'request')}` : html``}
<h3>Example</h3>
<pre>${curlOf(operation, openApi.servers[0].url)}</pre>
${responsesOf(reference, operation)}
</section>
`;
}

function sameInGraphql({ counterparts, addresses }: Reference, operation: PlacedOperation): Html {
  const links = counterparts.fieldsOf(operation).map((path) => {
    const fields = path.map(({ type, field }) => addresses.member(type, field, field));
    return html`${path[0]?.type.toLowerCase() ?? ''} ${joined(fields, ' › ')}`;
  });
  return html`<p>In GraphQL: ${joined(links, ', ')}</p>`;
}

const PLACES = { path: 'in the path', query: 'in the query', header: 'header' };

function parametersOf({ parameters = [] }: PlacedOperation): Html {
  if (parameters.length === 0) return html``;
  return html`<h3>Parameters</h3>
<dl>${parameters.map(({ name, in: place, required, schema, description, deprecated }) =>
    entry(
      name,
      { ...schema, deprecated },
      [PLACES[place], required ? 'required' : ''].filter(Boolean).join(', '),
      html``,
      description,
    ),
  )}</dl>`;
}

/** The forms of a body, each with its keys. */
function bodies({ openApi }: Reference, content: Record<string, Content>, side: Side): Html {
  const lookUp = (name: string): Schema | undefined => openApi.components.schemas[name];
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`<p><code>${type}</code></p>${schema ? contentsOf(schema, side, lookUp) : html``}`,
  )}`;
}

function responsesOf(reference: Reference, { responses }: PlacedOperation): Html {
  const all = Object.entries(responses);
  const found = all.filter((one): one is [string, Answer] => !('$ref' in one[1]));
  const errors = all.filter((one): one is [string, Ref] => '$ref' in one[1]);
  return html`${found.map(([status, answer]) => responseOf(reference, status, answer))}
${
  errors.length > 0
    ? html`<h3>Errors</h3><p>${joined(
        errors.map(([status, { $ref }]) => reference.addresses.part(errorId(nameIn($ref)), status)),
        ', ',
      )}</p>`
    : html``
}`;
}

/** The id of an error in the index. */
export const errorId = (name: string): string => `error-${statusOfError(name)}`;

/** The id of a response header in the index. */
export const headerId = (name: string): string => `header-${name}`;

function responseOf(reference: Reference, status: string, { description, content = {}, headers = {} }: Answer): Html {
  const example = Object.values(content).map(exampleOf).find(Boolean);
  const names = Object.keys(headers).map((name) => reference.addresses.part(headerId(name), name));
  return html`<h3>Response ${status}</h3>
${prose(description)}
${bodies(reference, content, 'response')}
${example ? html`<details><summary>Example of the response</summary><pre>${example}</pre></details>` : html``}
${names.length > 0 ? html`<p><small>Headers: ${joined(names, ', ')}</small></p>` : html``}`;
}
