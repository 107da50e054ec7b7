import type { ApiRequest } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';
import { idRule } from '../../../validation/id.ts';
import { someOf } from '../../../validation/some-of.ts';
import { record, yesOrNo } from '../../../validation/text.ts';
import { dateTime } from '../../../validation/time.ts';
import { parse } from '../../../validation/validate.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { OUTCOMES } from './logged-call.ts';

export type { ApiRequest };

/** Filters of the request log. */
export interface CallFilters {
  requestId?: unknown;
  tokenId?: unknown;
  outcomes?: unknown;
  /** Only calls with errors, or only those without. */
  failed?: unknown;
  since?: unknown;
  until?: unknown;
}

export const callFilters = record({
  requestId: idRule('a request').nullish(),
  tokenId: idRule('a token').nullish(),
  outcomes: someOf(OUTCOMES).nullish(),
  failed: yesOrNo().nullish(),
  since: dateTime().nullish(),
  until: dateTime().nullish(),
});

/** A page of the team's calls with tokens, newest first. Throws ValidationError. */
export function listCalls(
  { db, team }: Scope,
  { requestId, tokenId, outcomes, failed, since, until, ...request }: CallFilters & PageRequest,
): Promise<Page<ApiRequest>> {
  const asked = parse(callFilters, { requestId, tokenId, outcomes, failed, since, until });
  const where = {
    teamId: team.id,
    ...(asked.requestId != null && { id: asked.requestId }),
    ...(asked.tokenId != null && { tokenId: asked.tokenId }),
    AND: [
      asked.outcomes != null ? { outcome: { in: asked.outcomes } } : {},
      asked.failed != null ? { outcome: asked.failed ? { not: 'succeeded' } : 'succeeded' } : {},
    ],
    createdAt: { ...(asked.since && { gte: asked.since }), ...(asked.until && { lt: asked.until }) },
  };
  return readPage<ApiRequest>(request, {
    find: (args) => db.apiRequest.findMany({ ...args, where: { AND: [where, args.where] } }),
    count: () => db.apiRequest.count({ where }),
  });
}
