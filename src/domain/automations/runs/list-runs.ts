import { empty, sql } from '../../../database/connect.ts';
import { personKey } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { addressFilter } from '../../../validation/email.ts';
import { someOf } from '../../../validation/some-of.ts';
import { oneOf, record, text } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { pagesOfPeople } from '../../insight/people/pages-of-people.ts';
import { isAnyOf } from '../../is-any-of.ts';
import type { Page, PageRequest } from '../../page.ts';
import { readSelections, type Selection } from '../../selection.ts';
import { type AutomationRun, readRuns } from './runs.ts';

export const RUN_STATES = ['active', 'completed', 'exited', 'failed'] as const;

export const runFilters = record({
  state: oneOf(RUN_STATES).nullish(),
  states: someOf(RUN_STATES).nullish(),
  email: addressFilter().nullish(),
  step: text(64).nullish(),
});

/** The filters of a page of runs. */
export interface RunRequest extends PageRequest {
  state?: unknown;
  states?: unknown;
  /** Only runs of the person with this address. */
  email?: unknown;
  /** Only runs that are at this step now. */
  step?: unknown;
}

/** A page of each automation's runs, newest first, in the order of the ids. Throws ValidationError. */
export async function listRunsOf(
  scope: Scope,
  automationIds: readonly string[],
  request: RunRequest,
): Promise<Page<AutomationRun>[]> {
  const { where, ...selection } = runsOf(scope, request);
  return readSelections(scope, automationIds, request, {
    ...selection,
    where: sql`${where} and r.automation_id = owner.id`,
  });
}

function runsOf(scope: Scope, request: RunRequest): Selection<AutomationRun> {
  const { state, states, email, step } = parse(runFilters, request);
  const { id: team } = scope.team;
  return {
    from: sql`automation_runs r`,
    id: sql`r.id`,
    where: sql`r.team_id = ${team}
      ${state == null ? empty : sql`and r.state = ${state}::"AutomationRunState"`}
      ${states == null ? empty : sql`and ${isAnyOf(sql`r.state`, states, sql`"AutomationRunState"`)}`}
      ${email == null ? empty : sql`and r.person_key = ${personKey(team, email)}::uuid`}
      ${step == null ? empty : sql`and r.step = ${step} and r.state = 'active'`}`,
    read: (ids) => readRuns(scope, ids),
  };
}

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
