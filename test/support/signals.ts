import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { createTrigger, onEveryMachine } from './machines.ts';
import { statement } from './statement.ts';

export interface Listener {
  kind: string;
  ref: string;
  imports?: boolean;
}

interface Automation {
  trigger?: object;
  list?: string | null;
  status?: 'active' | 'paused';
  /** The events it listens to. */
  to?: readonly Listener[];
}

/** Inserts an activated automation. Returns its id. */
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

/** Adds listeners to an automation. */
export async function listen({ db, teamId }: TestApp, automationId: string, to: readonly Listener[]): Promise<void> {
  await db.automationListener.createMany({ data: to.map((one) => ({ teamId, automationId, imports: false, ...one })) });
}

/** Keeps the signals of automations away from workers. Call it before anything is signalled. */
export async function keepSignals({ databaseUrl }: TestApp): Promise<void> {
  await onEveryMachine(
    databaseUrl,
    `create schema kept;
     create table kept.signals (like public.automation_signals);
     create function kept.keep() returns trigger language plpgsql as 'begin insert into kept.signals select new.*; return null; end'`,
  );
  await createTrigger(
    databaseUrl,
    `create trigger keep after insert on automation_signals for each row execute function kept.keep()`,
  );
}

/** Removes and returns the signals. */
async function takeSignals({ databaseUrl, teamId }: TestApp): Promise<Record<string, unknown>[]> {
  const removal = (table: string) => `delete from ${table} where team_id = ${teamId} returning *`;
  const [{ kept }] = (await statement(databaseUrl, `select to_regclass('kept.signals') is not null as kept`)) as [
    { kept: boolean },
  ];
  return kept
    ? onEveryMachine(databaseUrl, removal('kept.signals'))
    : statement(databaseUrl, removal('automation_signals'));
}

/**
 * The signals since the last call, in words: the person by the beginning of the address, the kind, and the object by the given
 * names. In no particular order.
 */
export async function newSignals(api: TestApp, names: Record<string, string> = {}): Promise<string[]> {
  const signals = await takeSignals(api);
  const people = await api.db.person.findMany({
    where: { teamId: api.teamId, key: { in: signals.map((one) => one.person_key as string) } },
  });
  const emails = new Map(people.map(({ key, email }) => [key, email]));
  const who = (key: unknown) => (emails.get(key as string) ?? 'erased').split('@')[0];
  return signals
    .map(({ person_key, kind, ref, detail, imported }) =>
      [
        who(person_key),
        kind,
        names[ref as string] ?? ref,
        ...(imported ? ['imported'] : []),
        ...(detail ? [detail] : []),
      ]
        .filter((word) => word !== '')
        .join(' '),
    )
    .sort();
}
