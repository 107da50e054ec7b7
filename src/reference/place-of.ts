import type { Reference } from './reference.ts';

/** What a link from elsewhere looks for: a REST operation, such as `GET /v1/lists/{list_id}`. */
export interface Asked {
  operation?: unknown;
}

/** The place of an operation below the address of the index. Empty for one that the reference does not have. */
export function placeOf({ operations }: Reference, { operation }: Asked): string {
  for (const [tag, ofTag] of operations) {
    const found = ofTag.find(({ method, path }) => `${method} /v1${path}` === operation);
    if (found) return `/rest/${tag}#${found.operationId}`;
  }
  return '';
}
