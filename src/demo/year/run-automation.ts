import { run, type Sql, sql } from '../../database/connect.ts';
import { freezeContent } from '../../domain/campaigns/campaign-content.ts';
import { findTemplate } from '../../domain/content/templates.ts';
import type { Scope } from '../../scope.ts';
import { linksIn, type PastMailing } from './send-campaign.ts';

/** A step that runs passed. `after`: seconds after the start. `template`: the name of the template it sent, if it sends. */
export interface PastStep {
  id: string;
  type: 'send' | 'wait';
  after: number;
  template?: string;
}

/**
 * The runs of an automation, one for each of `starts`, a query of person_key, subscriber_id and at. One in `left` reached the
 * goal before the last step. Runs whose last step is still to come wait at `waiting`.
 */
export interface PastRuns {
  automation: string;
  listId: string;
  again: 'never' | 'restart';
  starts: Sql;
  left: number;
  waiting: string;
  steps: readonly PastStep[];
}

/** Takes people through an automation in the past, with its e-mails. Returns these. */
export async function runAutomation(scope: Scope, past: PastRuns): Promise<PastMailing[]> {
  const { db, team } = scope;
  const { automation, again, starts, left, waiting, steps } = past;
  const last = steps.at(-1)!;
  await run(
    db,
    sql`insert into automation_runs (team_id, id, automation_id, version, person_key, subscriber_id, again, state, exit_reason, step,
          entered_at, wait_until, due_at, started_at, ended_at)
        select ${team.id}::int, uuid_v7(), ${automation}::uuid, 1, person_key, subscriber_id, ${again}::text,
          state::"AutomationRunState", case state when 'exited' then 'goal' end,
          case state when 'exited' then ${last.id}::text when 'active' then ${waiting}::text end,
          at, case state when 'active' then until end, until, at, case when state <> 'active' then until end
        from (
          select *, case when until > now() then 'active' when abs(hashtext(person_key::text)) % ${left}::int = 0 then 'exited'
            else 'completed' end as state
          from (select *, at + make_interval(secs => ${last.after}::float8) as until from (${starts}) one) timed) started`,
  );
  const mailings: PastMailing[] = [];
  for (const [number, step] of steps.entries()) {
    await pass(scope, automation, { ...step, number, isLast: step === last });
    if (step.template !== undefined) mailings.push(await send(scope, past, step, step.template));
  }
  return mailings;
}

/** Only those who completed the automation passed its last step. */
const pass = ({ db, team }: Scope, automation: string, step: PastStep & { number: number; isLast: boolean }) =>
  run(
    db,
    sql`insert into automation_run_steps (team_id, run_id, step, number, type, outcome, at)
        select r.team_id, r.id, ${step.id}, ${step.number}, ${step.type}, 'done', r.started_at + make_interval(secs => ${step.after}::float8)
        from automation_runs r where r.team_id = ${team.id}::int and r.automation_id = ${automation}::uuid
          and r.started_at + make_interval(secs => ${step.after}::float8) <= now()
          and (r.state = 'completed' or not ${step.isLast}::boolean)`,
  );

async function send(
  scope: Scope,
  { automation, listId }: PastRuns,
  step: PastStep,
  name: string,
): Promise<PastMailing> {
  const { db, team } = scope;
  const template = (await findTemplate(scope, name))!;
  const content = JSON.stringify(await freezeContent(template, { subject: null, preheader: null }, 'en'));
  const [mailing] = await run<{ id: string }>(
    db,
    // The next e-mail of the step replaces the content, because `content_of` names no state of the template.
    sql`insert into mailings (team_id, id, list_id, template_id, automation_id, automation_version, automation_step, tracking,
          content, content_of, content_at)
        values (${team.id}::int, uuid_v7(), ${listId}::uuid, ${template.id}::uuid, ${automation}::uuid, 1, ${step.id}, true,
          ${content}::jsonb, 'past', now()) returning id::text`,
  );
  await run(
    db,
    sql`insert into messages (team_id, id, kind, campaign_id, person_key, run_id, state, due_at, first_try_at, sent_at, created_at)
        select r.team_id, uuid_v7(), 'automation', ${mailing!.id}::uuid, r.person_key, r.id, 'sent', s.at, s.at, s.at, s.at
        from automation_runs r join automation_run_steps s on s.team_id = r.team_id and s.run_id = r.id and s.step = ${step.id}
        where r.team_id = ${team.id}::int and r.automation_id = ${automation}::uuid`,
  );
  return { id: mailing!.id, links: linksIn(template.html) };
}
