import type { z } from 'zod';
import { join, type Sql, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { addressFilter } from '../../validation/email.ts';
import { idRule } from '../../validation/id.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, type record, text } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { matchesSearch } from '../audience/search.ts';
import { SUBSCRIBER_STATUSES } from '../audience/subscribers.ts';
import { findTags, slugOf } from '../audience/tags.ts';
import { isAnyOf } from '../is-any-of.ts';
import { fieldCondition } from './field-condition.ts';

/** How a person came onto a list. */
export const SUBSCRIBER_SOURCES = ['import', 'form', 'other'] as const;

/** The rules of filters on a subscription. */
export const SUBSCRIPTION_FILTERS = {
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  statuses: someOf(SUBSCRIBER_STATUSES).nullish(),
  tag: text(100).nullish(),
  search: text(255).nullish(),
  source: oneOf(SUBSCRIBER_SOURCES).nullish(),
  importId: idRule('an import').nullish(),
  field: text(64).nullish(),
  fieldValue: text(512).nullish(),
  createdSince: dateTime().nullish(),
  createdUntil: dateTime().nullish(),
};

/** The rules of filters on the subscribers of a list. */
export const SUBSCRIBER_FILTERS = {
  ...SUBSCRIPTION_FILTERS,
  email: addressFilter().nullish(),
  updatedSince: dateTime().nullish(),
};

type Given = Partial<z.infer<ReturnType<typeof record<typeof SUBSCRIBER_FILTERS>>>>;

const NO_TAG = -1;

/** The conditions on `s` that the filters make. Throws ValidationError for a field. */
export async function conditionsOf(scope: Scope, filter: Given): Promise<Sql[]> {
  const { email, status, statuses, tag, search, source, importId, createdSince, createdUntil, updatedSince } = filter;
  const attribute = await fieldCondition(scope, filter);
  const slug = tag == null ? undefined : slugOf(tag);
  const tagId = slug === undefined ? undefined : ((await findTags(scope, [slug])).get(slug) ?? NO_TAG);
  return [
    email != null && sql`s.person_key = ${personKey(scope.team.id, email)}::uuid`,
    status != null && sql`s.status = ${status}::"SubscriberStatus"`,
    statuses != null && isAnyOf(sql`s.status`, statuses, sql`"SubscriberStatus"`),
    tagId !== undefined && sql`s.tag_ids @> ${[tagId]}::int[]`,
    importId != null && sql`s.import_id = ${importId}::uuid`,
    source != null && SOURCES[source],
    createdSince != null && sql`s.created_at >= ${createdSince}`,
    createdUntil != null && sql`s.created_at < ${createdUntil}`,
    updatedSince != null && sql`s.updated_at >= ${updatedSince}`,
    attribute ?? false,
    search != null && matchesSearch(search),
  ].filter((condition) => typeof condition === 'object');
}

const SIGNED_UP = sql`exists (select from sign_ups u where u.team_id = s.team_id and u.subscriber_id = s.id
  and u.outcome <> 'already_subscribed')`;

const SOURCES: Record<(typeof SUBSCRIBER_SOURCES)[number], Sql> = {
  import: sql`s.import_id is not null`,
  form: sql`s.import_id is null and ${SIGNED_UP}`,
  other: sql`s.import_id is null and not ${SIGNED_UP}`,
};

/** The conditions, all of which must hold. */
export const allOf = (conditions: readonly Sql[]): Sql => join([sql`true`, ...conditions], ' and ');
