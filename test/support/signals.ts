import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { statement } from './statement.ts';

export interface Listened {
  kind: string;
  ref: string;
  imports?: boolean;
}

interface Automation {
  trigger?: object;
  list?: string | null;
  status?: 'active' | 'paused';
  /** What it listens to. */
  to?: readonly Listened[];
}

/** Puts an automation in place that has been activated. Gives its id. */
export async function automate(api: TestApp, { trigger, list, status, to = [] }: Automation): Promise<string> {
  const { db, teamId } = api;
  const id = newId();
  const [{ now }] = (await statement(api.databaseUrl, 'select now()')) as [{ now: Date }];
  const definition = { trigger: trigger ?? { type: 'api' }, entry: { again: 'after_end' }, exits: [], steps: [] };
  await db.automation.create({
    data: { teamId, id, name: 'A', status: status ?? 'active', listId: list ?? null, activatedAt: now },
  });
  await db.automationVersion.create({
    data: { teamId, automationId: id, version: 1, definition, createdAt: now },
  });
  await listen(api, id, to);
  return id;
}

/** Has an automation listen to more. */
export async function listen({ db, teamId }: TestApp, automationId: string, to: readonly Listened[]): Promise<void> {
  await db.automationListener.createMany({ data: to.map((one) => ({ teamId, automationId, imports: false, ...one })) });
}

/** Keeps what automations are told where no worker takes it away. Call it before anything is told. */
export const keepSignals = (api: TestApp): Promise<unknown> =>
  statement(
    api.databaseUrl,
    `create schema heard;
     create table heard.signals (like public.automation_signals);
     create function heard.keep() returns trigger language plpgsql as 'begin insert into heard.signals select new.*; return null; end';
     create trigger keep after insert on automation_signals for each row execute function heard.keep()`,
  );

/**
 * What automations were told since the last time, in words: whom by the beginning of the address, the kind, and what it was
 * about by the names given. In no order of time.
 */
export async function heardSince(api: TestApp, names: Record<string, string> = {}): Promise<string[]> {
  const [{ table }] = (await statement(
    api.databaseUrl,
    `select coalesce(to_regclass('heard.signals'), 'automation_signals')::text as table`,
  )) as [{ table: string }];
  const rows = await statement(
    api.databaseUrl,
    `with taken as (delete from ${table} where team_id = ${api.teamId} returning *)
     select split_part(coalesce(p.email, 'erased'), '@', 1) as who, t.kind, t.ref, t.detail, t.imported
     from taken t left join people p on p.team_id = t.team_id and p.key = t.person_key`,
  );
  return rows
    .map(({ who, kind, ref, detail, imported }) =>
      [who, kind, names[ref as string] ?? ref, ...(imported ? ['imported'] : []), ...(detail ? [detail] : [])]
        .filter((word) => word !== '')
        .join(' '),
    )
    .sort();
}
