import { sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { pagesOfPeople } from '../../insight/people/pages-of-people.ts';
import type { Page, PageRequest } from '../../page.ts';
import { type AutomationRun, readRuns } from './runs.ts';

/** The runs of each person, newest first. */
export const listRunsOfPeople = (
  scope: Scope,
  emails: readonly string[],
  request: PageRequest,
): Promise<Page<AutomationRun>[]> =>
  pagesOfPeople<AutomationRun>(scope, emails, request, {
    max: 200,
    select: () =>
      sql`select r.id from automation_runs r
          join automations a on a.team_id = ${scope.team.id} and a.id = r.automation_id and a.deleted_at is null
          where r.team_id = ${scope.team.id} and r.person_key = owner.key`,
    read: (ids) => readRuns(scope, ids),
  });
