import { labelOf } from '../../rest/openapi/tags.ts';
import { html } from '../../validation/html.ts';
import type { Page } from '../page.ts';
import { prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { objectsOf } from './objects.ts';
import { operationSection } from './operation.ts';

/** The operations of a part of the REST API, with the objects that they share. Undefined for an unknown part. */
export function tagPage(reference: Reference, name: string): Page | undefined {
  const operations = reference.operations.get(name);
  const tag = reference.openApi.tags.find((one) => one.name === name);
  if (!operations || !tag) return undefined;
  return {
    title: labelOf(name),
    above: [reference.addresses.index(), reference.addresses.part('rest-operations', 'REST')],
    body: html`${prose(tag.description)}
<nav aria-label="Operations"><ul class="operations">${operations.map(
      ({ operationId, method, path, summary }) =>
        html`<li><a href="#${operationId}">${summary}</a> <code>${method} ${path}</code></li>`,
    )}</ul></nav>
${operations.map((operation) => operationSection(reference, operation))}
${objectsOf(reference, operations)}`,
  };
}
