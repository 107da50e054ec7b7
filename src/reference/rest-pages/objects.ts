import { type Html, html } from '../../validation/html.ts';
import { prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { contentsOf, type Side } from './keys.ts';
import { type Content, nameIn, type Operation, type Schema } from './open-api.ts';
import { objectId } from './type-words.ts';

/**
 * The named objects that the operations of a page link to, and those that these link to. The objects that are whole bodies are
 * shown with their operations.
 */
export function objectsOf({ openApi }: Reference, operations: readonly Operation[]): Html {
  const { schemas } = openApi.components;
  const inRequests = new Set<string>();
  const all = new Set<string>();
  const shown = (content: Record<string, Content> = {}) =>
    Object.values(content).map(({ schema }) => (schema?.$ref ? schemas[nameIn(schema.$ref)] : schema));
  for (const { requestBody, responses } of operations) {
    collect(schemas, shown(requestBody?.content), inRequests);
    for (const answer of Object.values(responses)) {
      if (!('$ref' in answer)) collect(schemas, shown(answer.content), all);
    }
  }
  for (const name of inRequests) all.add(name);
  if (all.size === 0) return html``;
  return html`<h2 id="objects-of-the-page">Objects</h2>${[...all].sort().map((name) => {
    const side: Side = inRequests.has(name) ? 'request' : 'response';
    const schema = schemas[name] as Schema;
    return html`<section>
<h3 id="${objectId(name)}">${name}</h3>
${prose(schema.description)}
${contentsOf(schema, side, () => undefined)}
</section>`;
  })}`;
}

/** Adds the names of the components in a part of the document, direct or indirect. */
function collect(schemas: Record<string, Schema>, part: unknown, found: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === 'string' && $ref.includes('/schemas/')) {
    const name = nameIn($ref);
    if (found.has(name)) return;
    found.add(name);
    collect(schemas, schemas[name], found);
  }
  for (const inner of Object.values(part)) collect(schemas, inner, found);
}
