import { z } from 'zod';
import { type Sql, sql } from '../../../database/connect.ts';
import { isId } from '../../../ids.ts';
import { otherwise } from '../../../validation/text.ts';
import { isOpenedByMachine } from '../../ledger/machine-opens.ts';
import { type Asked, isTouch, mailOperators, nameIn, within } from '../mail-operators.ts';
import { ruleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';
import { scalar } from '../value.ts';

const PROBLEM = 'must be the id of a campaign.';

const id = z
  .string({ error: otherwise(PROBLEM) })
  .refine(isId, PROBLEM)
  .transform((value) => value.toLowerCase());

const received = (context: SegmentContext, { name, days }: Asked): Sql => sql`exists (
  select from messages m
  where m.team_id = ${context.teamId} and m.campaign_id = ${name}::uuid and m.person_key = s.person_key and m.state = 'sent'
    ${within(context, sql`m.sent_at`, days)})`;

const touched = (context: SegmentContext, { name, days }: Asked, kind: 'open' | 'click'): Sql => sql`exists (
  select from touches t
  where t.team_id = ${context.teamId} and t.person_key = s.person_key and t.sender = 'campaign' and t.sender_id = ${name}::uuid
    and ${isTouch(kind)} ${within(context, sql`t.at`, days)})`;

const openedByMachine = (context: SegmentContext, { name, days }: Asked): Sql => sql`exists (
  select from messages m
  where m.team_id = ${context.teamId} and m.campaign_id = ${name}::uuid and m.person_key = s.person_key
    and ${isOpenedByMachine(context.teamId, sql`true ${within(context, sql`r.at`, days)}`)})`;

const which = {
  record: 'CampaignMail',
  key: 'campaign',
  value: scalar('ID', id, 'The id of a campaign.'),
  known: ({ campaigns }: SegmentContext) => campaigns,
  problem: PROBLEM,
};

/** A deleted campaign matches nobody: its ledger is deleted too. */
export const campaign = ruleType(
  {
    name: 'Campaign',
    description: 'Whether the person received, opened or clicked a message of a campaign.',
    needs: ({ value }) => ({ campaigns: [nameIn('campaign', value)] }),
  },
  mailOperators(which, { received, touched, openedByMachine }),
);
