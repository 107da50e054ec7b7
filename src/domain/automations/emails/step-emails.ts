import { TtlCache } from '../../../async/ttl-cache.ts';
import { run, sql } from '../../../database/connect.ts';
import type { Template } from '../../../generated/prisma/client.ts';
import { newId } from '../../../ids.ts';
import { type CampaignContent, freezeContent } from '../../campaigns/campaign-content.ts';
import type { StepOf } from '../definition/definition.ts';
import type { StepContext } from '../steps/step-kind.ts';

interface EmailOfList {
  listId: string;
  locale: string;
  /** Null: there is none yet. */
  id: string | null;
  /** The version key of its content. */
  contentOf: string | null;
}

/** The content and the sender of an e-mail. */
interface Wanted {
  id: string;
  listId: string;
  content: CampaignContent;
  contentOf: string;
}

/**
 * The ids, by list, of the mailings of a step's messages. Creates missing ones and updates those whose template changed. Locks the lists against deletion; a deleted list has no row. A few statements, however many.
 */
export async function readStepEmails(
  context: StepContext,
  step: StepOf<'send'>,
  template: Template,
  listIds: readonly string[],
): Promise<Map<string, string>> {
  const known = await read(context, step, listIds);
  const missing = known.filter(({ id }) => id === null).map((one) => ({ ...one, id: newId() }));
  const made = await withContent(step, template, missing);
  if (made.length > 0) await make(context, step, template, made);
  const emails = made.length > 0 ? await read(context, step, listIds) : known;
  const there = emails.flatMap(({ id, ...list }) => (id === null ? [] : [{ ...list, id }]));
  const changed = there.filter(({ contentOf, locale }) => contentOf !== stateOf(template, locale));
  if (changed.length > 0) await refresh(context, template, await withContent(step, template, changed));
  return new Map(there.map(({ listId, id }) => [listId, id]));
}

const read = (
  { scope, automation }: StepContext,
  { id: step }: StepOf<'send'>,
  listIds: readonly string[],
): Promise<EmailOfList[]> =>
  run<EmailOfList>(
    scope.db,
    sql`select l.id::text as "listId", l.locale, g.id::text, g.content_of as "contentOf"
        from lists l left join mailings g on g.team_id = ${scope.team.id}::int and g.automation_id = ${automation.id}::uuid
          and g.automation_step = ${step} and g.automation_version = ${automation.version}::int and g.list_id = l.id
        where l.team_id = ${scope.team.id}::int and l.id = any(${[...listIds]}::uuid[]) order by l.id for key share of l`,
  );

const COLUMNS = sql`(id uuid, "listId" uuid, content jsonb, "contentOf" text)`;

async function make(
  { scope, automation, now }: StepContext,
  { id: step, subject, from_email, from_name, tracking }: StepOf<'send'>,
  template: Template,
  emails: readonly Wanted[],
): Promise<void> {
  await run(
    scope.db,
    sql`insert into mailings (team_id, id, list_id, template_id, automation_id, automation_version, automation_step,
          subject, from_email, from_name, tracking, content, content_of, content_at)
        select ${scope.team.id}::int, id, "listId", ${template.id}::uuid, ${automation.id}::uuid, ${automation.version}::int, ${step},
          ${subject ?? null}, ${from_email ?? null}, ${from_name ?? null}, ${tracking ?? true}::boolean, content, "contentOf",
          ${now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) as given${COLUMNS} order by "listId"
        on conflict do nothing`,
  );
}

/** Message builders see by `content_at` that the content has changed. */
async function refresh({ scope, now }: StepContext, template: Template, emails: readonly Wanted[]): Promise<void> {
  await run(
    scope.db,
    sql`with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) as given${COLUMNS}
        ), held as materialized (
          select g.id, greatest(${now}::timestamptz, g.content_at + interval '1 millisecond') as at, given.content, given."contentOf"
          from mailings g join given on given.id = g.id
          where g.team_id = ${scope.team.id}::int and g.content_of is distinct from given."contentOf"
          order by g.id for no key update of g
        )
        update mailings g set content = held.content, content_of = held."contentOf", template_id = ${template.id}::uuid,
          content_at = held.at
        from held where g.team_id = ${scope.team.id}::int and g.id = held.id returning g.id`,
  );
}

const withContent = <Email extends { id: string; listId: string; locale: string }>(
  step: StepOf<'send'>,
  template: Template,
  emails: readonly Email[],
): Promise<Wanted[]> =>
  Promise.all(
    emails.map(async ({ id, listId, locale }) => ({
      id,
      listId,
      contentOf: stateOf(template, locale),
      content: await stepContent(step, template, locale),
    })),
  );

const CACHE = { milliseconds: 15_000, max: 100 };

/** Making the content takes longer than all the rest, and an automation may write to many lists. */
const contents = new TtlCache<CampaignContent>(CACHE);

/** A version key of an automation e-mail's content: template, its last change, and language. */
const stateOf = ({ id, updatedAt }: Template, locale: string): string => `${id} ${updatedAt.getTime()} ${locale}`;

/** The content of an automation e-mail, from the current template. */
function stepContent(
  { subject, strict }: StepOf<'send'>,
  template: Template,
  locale: string,
): Promise<CampaignContent> {
  const words = { subject: subject ?? null, preheader: null, ...(strict !== undefined && { strict }) };
  const key = [template.teamId, stateOf(template, locale), String(strict), subject ?? ''].join(' ');
  return contents.get(key, () => freezeContent(template, words, locale));
}
