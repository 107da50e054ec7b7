import type { GraphQLObjectType } from 'graphql';
import { type Html, html } from '../validation/html.ts';
import { startHere } from './authentication.ts';
import type { Page } from './page.ts';
import { firstSentence, inLine } from './prose.ts';
import type { Reference } from './reference.ts';
import { rulesOf } from './rest-pages/rules.ts';
import { KINDS, kindOf } from './schema-pages/kinds.ts';

/** How to begin, and every operation and type of both APIs. */
export function indexPage(reference: Reference): Page {
  return {
    title: 'API reference',
    isFiltered: true,
    body: html`${startHere(reference)}
<div id="filtering" hidden><label for="filter">Filter operations and types</label>
<input id="filter" type="search" autocomplete="off"><p id="found" role="status"></p></div>
${restOperations(reference)}
${webhooks(reference)}
${rootFields(reference)}
${types(reference)}
${rulesOf(reference)}`,
  };
}

/** The operations of each tag, below the headings of their groups. */
function restOperations(reference: Reference): Html {
  const { openApi } = reference;
  return html`<h2 id="rest-operations">REST operations</h2>
${openApi['x-tagGroups'].map(
  ({ name, tags }) => html`<section data-group><h3>${name}</h3>
${tags.map((tag) => operationsOf(reference, tag))}</section>`,
)}`;
}

function operationsOf({ operations, openApi, addresses }: Reference, tag: string): Html {
  const about = openApi.tags.find(({ name }) => name === tag);
  return html`<section data-group><h4 id="tag-${tag}">${addresses.tag(tag)}</h4>
<p>${inLine(about?.description)}</p>
<ul class="operations">${(operations.get(tag) ?? []).map(
    ({ operationId, method, path, summary, deprecated }) =>
      html`<li data-entry>${addresses.operation(tag, operationId, summary)} <code>${method} ${path}</code>${
        deprecated ? html` <span class="mark">deprecated</span>` : html``
      }</li>`,
  )}</ul></section>`;
}

function webhooks({ openApi, addresses }: Reference): Html {
  const kinds = Object.entries(openApi.webhooks);
  return html`<section data-group><h2 id="webhooks">Webhook notifications</h2>
<ul class="operations">${kinds.map(
    ([
      kind,
      {
        post: { operationId, description },
      },
    ]) =>
      html`<li data-entry>${addresses.webhook(operationId, kind)} <small>${firstSentence(description)}</small></li>`,
  )}</ul></section>`;
}

function rootFields(reference: Reference): Html {
  const { schema } = reference;
  const roots = [
    ['queries', 'GraphQL queries', schema.getQueryType()],
    ['mutations', 'GraphQL mutations', schema.getMutationType()],
    ['subscriptions', 'GraphQL subscriptions', schema.getSubscriptionType()],
  ] as const;
  return html`${roots.map(([id, title, type]) => (type ? fieldsOf(reference, id, title, type) : html``))}`;
}

const fieldsOf = ({ addresses }: Reference, id: string, title: string, type: GraphQLObjectType): Html =>
  html`<section data-group><h2 id="${id}">${title}</h2>
<ul class="operations">${Object.values(type.getFields()).map(
    ({ name, description, deprecationReason }) =>
      html`<li data-entry>${addresses.member(type.name, name, name)} <small>${firstSentence(description)}</small>${
        deprecationReason ? html` <span class="mark">deprecated</span>` : html``
      }</li>`,
  )}</ul></section>`;

function types({ schema, addresses }: Reference): Html {
  const all = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((one, other) => one.name.localeCompare(other.name));
  return html`<h2 id="types">GraphQL types</h2>
${KINDS.map(
  (kind) => html`<section data-group><h3 id="${kind.id}">${kind.many}</h3>
<ul class="names">${all
    .filter((type) => kindOf(type) === kind)
    .map(({ name }) => html`<li data-entry>${addresses.type(name)}</li>`)}</ul></section>`,
)}`;
}
