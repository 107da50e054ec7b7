import { type Database, run, sql } from '../../../database/connect.ts';
import { NotFoundError } from '../../../errors.ts';
import { isId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';

/** A list, for anonymous readers of its sent campaigns. */
export interface Archive {
  teamId: number;
  teamName: string;
  listId: string;
  listName: string;
  locale: string;
  /** The team's time zone, for the dates on the page. */
  timezone: string;
  createdAt: Date;
}

/** A sent campaign of the archive. */
export interface Archived {
  id: string;
  endedAt: Date;
}

const ON_A_PAGE = 20;
const LAST_PAGE = 500;

/**
 * The archive of a list by its public id. Throws NotFoundError, including if the team is suspended or the archive is empty: the
 * names of a list and its team stay private until the team has archived something.
 */
export async function readArchive(db: Database, listId: string): Promise<Archive> {
  if (!isId(listId)) throw new NotFoundError();
  const [archive] = await run<Archive>(
    db,
    sql`select l.team_id as "teamId", t.name as "teamName", l.id::text as "listId", l.name as "listName", l.locale, t.timezone,
               l.created_at as "createdAt"
        from lists l join teams t on t.id = l.team_id and t.status = 'active' where l.id = ${listId}::uuid
          and exists (select from campaigns c
                      where c.team_id = l.team_id and c.list_id = l.id and c.archive and c.status = 'sent')`,
  );
  if (!archive) throw new NotFoundError();
  return archive;
}

/** A page of the archive, newest first, and whether there are older ones. Throws NotFoundError. */
export async function listArchived(
  { db, team }: Scope,
  listId: string,
  page = 1,
): Promise<{ campaigns: Archived[]; hasOlder: boolean }> {
  if (!Number.isInteger(page) || page < 1 || page > LAST_PAGE) throw new NotFoundError();
  const found = await run<Archived>(
    db,
    sql`select c.id::text, c.ended_at as "endedAt" from campaigns c
        where c.team_id = ${team.id} and c.list_id = ${listId}::uuid and c.archive and c.status = 'sent'
        order by c.ended_at desc, c.id desc limit ${ON_A_PAGE + 1} offset ${(page - 1) * ON_A_PAGE}`,
  );
  if (found.length === 0 && page > 1) throw new NotFoundError();
  return { campaigns: found.slice(0, ON_A_PAGE), hasOlder: found.length > ON_A_PAGE };
}

/** Whether a campaign is in the archive of a list. */
export const isArchived = async ({ db, team }: Scope, listId: string, id: string): Promise<boolean> =>
  (await db.campaign.count({ where: { teamId: team.id, id, listId, archive: true, status: 'sent' } })) > 0;
