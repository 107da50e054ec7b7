import type { Scope } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import type { Subscriber } from '../audience/subscribers.ts';
import type { Page, PageRequest } from '../page.ts';
import { listByPredicate } from '../segments/matched-subscribers.ts';
import { type Audience, readAudience } from './audience.ts';

const filters = record({ search: text(255).nullish() });

/** A page of the current audience of a campaign, newest first. Throws ValidationError for `search`. */
export async function listAudience(
  scope: Scope,
  audience: Audience,
  request: PageRequest & { search?: unknown },
): Promise<Page<Subscriber>> {
  const { search } = parse(filters, request);
  return listByPredicate(scope, await readAudience(scope, audience), request, { search });
}
