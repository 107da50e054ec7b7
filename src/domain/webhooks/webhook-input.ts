import type { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { nearMissOf } from '../../near-miss.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { PRIVATE_ADDRESS } from '../../outbound/private-address.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { filled, listOf, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { webAddress } from '../../validation/web-address.ts';
import { lockList } from '../audience/lists.ts';
import { columnsByField } from '../columns-by-field.ts';
import { orNull } from '../found.ts';
import { ALL_KINDS, kindOf, WEBHOOK_KINDS } from './kinds.ts';

/** The most kinds or names in one list. */
export const MOST_NAMES = 100;

const noKind = (given: string): string => {
  const near = nearMissOf(
    given,
    WEBHOOK_KINDS.map(({ kind }) => kind),
  );
  return `must be a kind from GET /v1/webhook-kinds, or *.${near ? ` Did you mean ${near}?` : ''}`;
};

/** A kind, or `*` for all. */
export const kindRule = text(100)
  .refine((name) => name === ALL_KINDS || kindOf(name) !== undefined, { error: ({ input }) => noKind(String(input)) })
  .meta({ enum: [ALL_KINDS, ...WEBHOOK_KINDS.map(({ kind }) => kind)] });

const filter = record({
  listId: idRule('a list').nullish(),
  eventNames: listOf(filled(100), 1, MOST_NAMES).nullish(),
});

/** The fields of a new webhook. */
export const webhookInput = record({
  url: webAddress('https://shop.example/hook'),
  kinds: listOf(kindRule, 1, MOST_NAMES),
  filter: filter.nullish(),
  description: optionalText(filled(500)),
  enabled: yesOrNo().nullish(),
});

/** The changeable fields. */
export const webhookChange = webhookInput.partial({ url: true, kinds: true });

type Given = z.output<typeof webhookChange>;

/** Null is the default. */
const columnsOfFields = columnsByField<Given, Partial<Prisma.WebhookCreateManyInput>>({
  url: (url) => ({ url: new URL(url).href }),
  kinds: (kinds) => ({ kinds: kinds.includes(ALL_KINDS) ? [ALL_KINDS] : [...new Set(kinds)] }),
  filter: (filter) => ({ listId: filter?.listId ?? null, eventNames: [...new Set(filter?.eventNames ?? [])] }),
  description: (description) => ({ description }),
  enabled: (enabled) => ({ enabled: enabled ?? true }),
});

const NOT_SAFE = 'must begin with https://. This installation only sends to https addresses.';

/** The columns for the given fields. Locks the list. Throws ValidationError. */
export async function columnsOf(scope: Scope, outbound: Outbound, given: Given) {
  const { url, filter } = given;
  const issues = [...(url === undefined ? [] : urlIssues(outbound, url)), ...(await listIssues(scope, filter?.listId))];
  if (issues.length > 0) throw new ValidationError(issues);
  return columnsOfFields(given);
}

/** A host name may still resolve to a private address: each connection checks that. */
function urlIssues(outbound: Outbound, url: string): Issue[] {
  if (outbound.refuses(url)) return [{ path: ['url'], problem: PRIVATE_ADDRESS }];
  return outbound.isSafe(url) ? [] : [{ path: ['url'], problem: NOT_SAFE }];
}

async function listIssues(scope: Scope, listId: string | null | undefined): Promise<Issue[]> {
  if (!listId || (await orNull(lockList(scope, listId)))) return [];
  return [{ path: ['filter', 'listId'], problem: 'must be the id of a list.' }];
}
