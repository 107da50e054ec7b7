import { z } from 'zod';
import { type Sql, sql } from '../../../database/connect.ts';
import { isId } from '../../../ids.ts';
import { otherwise } from '../../../validation/text.ts';
import { type Asked, mailRules, within } from '../mail-operators.ts';
import type { RuleType } from '../rule-type.ts';

const PROBLEM = 'must be the id of a campaign.';

const id = z
  .string({ error: otherwise(PROBLEM) })
  .refine(isId, PROBLEM)
  .transform((value) => value.toLowerCase());

const { nameIn, operators } = mailRules('campaign', id, PROBLEM);

/** What the person got of a campaign and did with it. The ledger goes with the campaign, so one that is gone fits nothing. */
export const campaign: RuleType = {
  needs: ({ value }) => ({ campaigns: [nameIn(value)] }),
  operatorsOf: (_, { teamId, campaigns }) =>
    operators(campaigns, {
      received: (asked) => received(teamId, asked),
      touched: (asked, kind) => touched(teamId, asked, kind),
    }),
};

const received = (teamId: number, { name, days }: Asked): Sql => sql`exists (
  select from messages m
  where m.team_id = ${teamId} and m.campaign_id = ${name}::uuid and m.person_key = s.person_key and m.state = 'sent'
    ${within(sql`m.sent_at`, days)})`;

const touched = (teamId: number, { name, days }: Asked, kind: 'open' | 'click'): Sql => sql`exists (
  select from touches t
  where t.team_id = ${teamId} and t.person_key = s.person_key and t.sender = 'campaign' and t.sender_id = ${name}::uuid
    and t.kind = ${kind}::"TouchKind" ${within(sql`t.at`, days)})`;
