import { type Html, html } from '../../validation/html.ts';
import type { Page } from '../page.ts';
import { prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { exampleOf } from './curl.ts';
import { contentsOf, entry } from './keys.ts';
import { objectsOf } from './objects.ts';
import { type Content, nameIn, type Parameter, type Schema } from './open-api.ts';

/** The notifications that webhooks receive. */
export function webhooksPage(reference: Reference): Page {
  const kinds = Object.entries(reference.openApi.webhooks).map(([kind, { post }]) => ({ ...post, kind }));
  const { schemas } = reference.openApi.components;
  const bodyOf = ({ schema }: Content): Schema => (schema?.$ref ? schemas[nameIn(schema.$ref)] : schema) ?? {};
  return {
    title: 'Webhook notifications',
    above: [reference.addresses.index()],
    body: html`<p>Tidings sends each notification as a signed POST request to the webhooks of the team. Operations:
${reference.addresses.tag('webhooks')}.</p>
<h2 id="notification-headers">Headers</h2>
${headersOf(reference)}
<nav aria-label="Kinds"><ul class="names">${kinds.map(
      ({ operationId, kind }) => html`<li><a href="#${operationId}">${kind}</a></li>`,
    )}</ul></nav>
${kinds.map(({ operationId, kind, description, requestBody }) => {
  const content = requestBody?.content['application/json'] as Content;
  const example = exampleOf(content);
  return html`<section>
<h2 id="${operationId}">${kind}</h2>
${prose(description)}
${contentsOf(bodyOf(content), 'response', () => undefined)}
${example ? html`<details><summary>Example of the body</summary><pre>${example}</pre></details>` : html``}
</section>`;
})}
${objectsOf(reference, kinds)}`,
  };
}

/** The headers that every notification has. */
function headersOf({ openApi }: Reference): Html {
  const [first] = Object.values(openApi.webhooks);
  const parameters = (first?.post.parameters ?? []).map((one) =>
    '$ref' in one ? (openApi.components.parameters[nameIn(one.$ref)] as Parameter) : one,
  );
  return html`<dl>${parameters.map(({ name, schema, description }) =>
    entry(name, schema, '', html``, description),
  )}</dl>`;
}
