import { type Database, run, type Sql, sql } from '../../../database/connect.ts';
import type { MessageHeaders } from '../../../validation/message-headers.ts';
import type { CampaignContent } from '../campaign-content.ts';

/** The content and the sender of a campaign or an automation e-mail, with its list and its team. */
export interface SenderRow {
  name: string;
  automation: { id: string; name: string } | null;
  content: CampaignContent | null;
  utm: unknown;
  feed: unknown;
  fromEmail: string;
  fromName: string | null;
  replyTo: string | null;
  headers: MessageHeaders;
  listHeaders: MessageHeaders;
  tracking: boolean;
  trackOpens: boolean;
  trackClicks: boolean;
  listId: string;
  listName: string;
  teamName: string;
  teamPublicId: string;
  postalAddress: string | null;
  timezone: string;
  brand: unknown;
}

/** Of the list `l` and the team `t`. */
const OF_LIST = sql`l.headers as "listHeaders", t.track_opens as "trackOpens", t.track_clicks as "trackClicks",
  l.id::text as "listId", l.name as "listName", t.name as "teamName", t.public_id::text as "teamPublicId",
  t.postal_address as "postalAddress", t.timezone, t.brand`;

/** A campaign, or with `variant`, counted from 1, one variant of it. Undefined if it was deleted. */
export const readCampaignSender = (db: Database, teamId: number, id: string, variant: number | null) =>
  readOne(
    db,
    sql`select c.name, null as automation, coalesce(c.variant_contents -> (${variant}::int - 1), c.content) as content, c.utm, c.feed,
               coalesce(c.from_email, l.from_email) as "fromEmail",
               coalesce(c.test -> 'variants' -> (${variant}::int - 1) ->> 'fromName',
                 case when c.from_email is null then coalesce(c.from_name, l.from_name) else c.from_name end) as "fromName",
               c.reply_to as "replyTo", c.headers, c.tracking, ${OF_LIST}
        from campaigns c join lists l on l.team_id = c.team_id and l.id = c.list_id join teams t on t.id = c.team_id
        where c.team_id = ${teamId} and c.id = ${id}::uuid`,
  );

/** An automation e-mail to a list. Undefined if it was deleted. */
export const readAutomationSender = (db: Database, teamId: number, id: string) =>
  readOne(
    db,
    sql`select a.name, json_build_object('id', a.id, 'name', a.name) as automation, g.content, null as utm, null as feed,
               coalesce(g.from_email, l.from_email) as "fromEmail",
               case when g.from_email is null then coalesce(g.from_name, l.from_name) else g.from_name end as "fromName",
               null as "replyTo", '{}'::jsonb as headers, g.tracking, ${OF_LIST}
        from mailings g join automations a on a.team_id = g.team_id and a.id = g.automation_id
        join lists l on l.team_id = g.team_id and l.id = g.list_id join teams t on t.id = g.team_id
        where g.team_id = ${teamId} and g.id = ${id}::uuid`,
  );

const readOne = async (db: Database, query: Sql): Promise<SenderRow | undefined> =>
  (await run<SenderRow>(db, query))[0];
