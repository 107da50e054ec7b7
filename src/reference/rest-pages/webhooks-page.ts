import { html } from '../../validation/html.ts';
import type { Page } from '../page.ts';
import { prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { exampleOf } from './curl.ts';
import { contentsOf } from './keys.ts';
import { objectsOf } from './objects.ts';
import { type Content, nameIn, type Schema } from './open-api.ts';

/** The notifications that webhooks receive. */
export function webhooksPage(reference: Reference): Page {
  const kinds = Object.values(reference.openApi.webhooks).map(({ post }) => post);
  const { schemas } = reference.openApi.components;
  const bodyOf = ({ schema }: Content): Schema => (schema?.$ref ? schemas[nameIn(schema.$ref)] : schema) ?? {};
  return {
    title: 'Webhook notifications',
    above: [reference.addresses.index()],
    body: html`<p>Tidings sends each notification as a signed POST request to the webhooks of the team. Operations:
${reference.addresses.tag('webhooks')}.</p>
<nav aria-label="Kinds"><ul class="names">${kinds.map(
      ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
    )}</ul></nav>
${kinds.map(({ operationId, summary, description, requestBody }) => {
  const content = requestBody?.content['application/json'] as Content;
  const example = exampleOf(content);
  return html`<section>
<h2 id="${operationId}">${summary}</h2>
${prose(description)}
${contentsOf(bodyOf(content), 'response', () => undefined)}
${example ? html`<details><summary>Example of the body</summary><pre>${example}</pre></details>` : html``}
</section>`;
})}
${objectsOf(reference, kinds)}`,
  };
}
