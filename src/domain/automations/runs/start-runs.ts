import { empty, run, type Sql, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { countForAutomation } from '../../ledger/count-for-automation.ts';
import { notifyOfEnded } from '../../signals/notify-of-ended.ts';
import { notifyWebhooks } from '../../signals/notify-webhooks.ts';
import type { Again, Entry } from '../definition/definition.ts';
import type { TriggerEvent } from '../steps/step-kind.ts';
import { matchingRuns } from './matching-runs.ts';
import { MAX_RUNS_A_DAY } from './max-runs-a-day.ts';
import { countsAsEntry, isAllowedAgain, ofPerson } from './past-runs.ts';
import { endReplaced, happened, NEWEST } from './restart-runs.ts';
import { stepContext } from './step-context.ts';

/** A person who may enter an automation. */
export interface Candidate {
  person: string;
  event: TriggerEvent | null;
  eventId: string | null;
  /** When the starting event happened. */
  at: Date;
  /** The first step to take. Null: the automation's first. */
  step?: string;
}

/** The automation to start, in its current version. */
export interface Starting {
  id: string;
  name: string;
  listId: string | null;
  version: number;
  entry: Entry;
}

/** The order of simultaneous candidates: a restart takes the newest. */
const FIRST: Record<Again, Sql> = {
  never: sql`g.at, g.place`,
  after_end: sql`g.at, g.place`,
  always: sql`g.at, g.place`,
  restart: NEWEST,
};

const TOO_OFTEN = `The person entered this automation ${MAX_RUNS_A_DAY} times within a day, the maximum.`;

/**
 * Starts runs for the candidates that the entry rules admit, in the caller's transaction, which has locked the people. A
 * person over the daily limit gets one failed run with that reason. Returns the run ids by candidate index. A few
 * statements. `counted`: whether they are added to the report's counts; a simulation skips this to avoid waiting.
 */
export async function startRuns(
  scope: Scope,
  automation: Starting,
  candidates: readonly Candidate[],
  { counted = true } = {},
): Promise<Map<number, string>> {
  const admitted = await whoMatches(scope, automation, candidates);
  if (admitted.length === 0) return new Map();
  const rows = admitted.map(({ place, id, person, event, eventId, at, step }) => ({
    place,
    id,
    person,
    event,
    event_id: eventId,
    at,
    happened: happened({ event, at }),
    step: step ?? null,
  }));
  const { again } = automation.entry;
  if (again === 'restart') await endReplaced(scope, automation, rows, { counted });
  const started = await run<{ id: string; failed: boolean }>(
    scope.db,
    sql`with given as materialized (
          select g.*, row_number() over (partition by g.person order by ${FIRST[again]}) as nth
          from ${recordset('g', rows, COLUMNS)}
          join people p on p.team_id = ${scope.team.id}::int and p.key = g.person and p.email is not null
        ), let_in as materialized (
          select g.*, g.nth + (select count(*) from ${ofPerson(scope, automation)}
                     where r.started_at > g.at - interval '24 hours' and ${countsAsEntry(scope, again)}) as passed
          from given g where ${mayEnter(scope, automation)}
        ), started as (
          insert into automation_runs (team_id, id, automation_id, version, person_key, subscriber_id, event, event_id, again,
                                       step, entered_at, state, ended_at, last_error, started_at, due_at)
          select ${scope.team.id}::int, l.id, ${automation.id}::uuid, ${automation.version}::int, l.person,
                 (select s.id from subscribers s where s.team_id = ${scope.team.id}::int and s.list_id = ${automation.listId}::uuid
                                                   and s.person_key = l.person),
                 l.event, l.event_id, ${again}::text, l.step, case when l.step is not null then l.at end,
                 case when l.passed > ${MAX_RUNS_A_DAY} then 'failed' else 'active' end::"AutomationRunState",
                 case when l.passed > ${MAX_RUNS_A_DAY} then l.at end,
                 case when l.passed > ${MAX_RUNS_A_DAY} then ${TOO_OFTEN}::text end, l.at, now()
          from let_in l where l.passed <= ${MAX_RUNS_A_DAY + 1}
          order by l.place
          on conflict do nothing
          returning id, state
        )
        select id::text, state = 'failed' as failed from started`,
  );
  if (counted) {
    await count(scope, automation.id, started, rows);
    await notifyOfStarted(scope, automation, started, rows);
    await notifyOfEnded(
      scope,
      automation.id,
      started.flatMap(({ id, failed }) => (failed ? [id] : [])),
    );
  }
  const places = new Map(rows.map(({ id, place }) => [id, place]));
  return new Map(started.map(({ id }) => [places.get(id) as number, id]));
}

const COLUMNS = {
  place: 'bigint',
  id: 'uuid',
  person: 'uuid',
  event: 'jsonb',
  event_id: 'uuid',
  at: 'timestamptz',
  happened: 'timestamptz',
  step: 'text',
} as const;

/** Predicate over `g`: the entry rules admit the person, and of simultaneous candidates only the first. */
function mayEnter(scope: Scope, automation: Starting): Sql {
  const { again } = automation.entry;
  const before = again === 'never' ? sql`true` : sql`r.state = 'active'`;
  const once =
    again === 'always'
      ? empty
      : sql`and g.nth = 1 and not exists (select from ${ofPerson(scope, automation)} where ${before})`;
  return sql`true ${once} ${isAllowedAgain(scope, automation)}`;
}

interface Admitted extends Candidate {
  place: number;
  id: string;
}

/** Candidates that match the automation's conditions, each with the id of its future run. */
async function whoMatches(scope: Scope, automation: Starting, candidates: readonly Candidate[]): Promise<Admitted[]> {
  const numbered = candidates.map((one, place) => ({ ...one, place, id: newId() }));
  const conditions = automation.entry.if;
  if (!conditions || numbered.length === 0) return numbered;
  const now = scope.now();
  const runs = numbered.map(({ id, person, event, eventId, at }) => ({
    id,
    person,
    event,
    eventId,
    startedAt: at,
    enteredAt: at,
    waitUntil: null,
  }));
  const holds = await matchingRuns(stepContext(scope, automation, now), conditions, runs);
  return numbered.filter(({ id }) => holds.has(id));
}

async function notifyOfStarted(
  scope: Scope,
  { listId }: Starting,
  started: readonly { id: string; failed: boolean }[],
  rows: readonly { id: string; person: string }[],
): Promise<void> {
  const persons = new Map(rows.map(({ id, person }) => [id, person]));
  const entered = started.filter(({ failed }) => !failed);
  await notifyWebhooks(
    scope,
    'automation.entered',
    entered.map(({ id }) => ({ id, person: persons.get(id) as string, list: listId })),
  );
}

async function count(
  scope: Scope,
  automationId: string,
  started: readonly { id: string; failed: boolean }[],
  rows: readonly { id: string; step: string | null }[],
): Promise<void> {
  const failed = started.filter((one) => one.failed).length;
  const ids = new Set(started.flatMap((one) => (one.failed ? [] : [one.id])));
  const atStep = rows.filter(({ id, step }) => step !== null && ids.has(id));
  await countForAutomation(
    scope,
    automationId,
    [
      { step: '', what: 'entered', detail: '', count: started.length },
      { step: '', what: 'failed', detail: '', count: failed },
      ...atStep.map(({ step }) => ({ step: step as string, what: 'entered', detail: '', count: 1 })),
    ].filter(({ count }) => count > 0),
  );
}
