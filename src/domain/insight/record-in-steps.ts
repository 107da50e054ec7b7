import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type Engagement, noteEngagement } from '../audience/note-engagement.ts';
import { countForSteps } from '../ledger/count-for-steps.ts';
import { insertNotifications } from '../signals/notify-webhooks.ts';
import { hasListener } from '../signals/signal.ts';
import { countInSteps } from './count-in-steps.ts';
import { foundFor } from './found-reactions.ts';
import { reactionNotifications } from './reaction-notifications.ts';
import { reactionSignals } from './reaction-signals.ts';
import type { ReactionRow, Recorded } from './record-reactions.ts';

export interface Found {
  message: string;
  kind: 'open' | 'click';
  verdict: string;
  target: string | null;
  mail: string | null;
  campaign: string | null;
  sender: string;
  senderId: string | null;
  emailId: string | null;
  addressee: string | null;
  email: string | null;
  /** 0: none. */
  variant: number;
  /** Hours since sending began. */
  hour: number | null;
  /** Whether it shows that other reactions to the message came from a machine. */
  reveals: boolean;
}

export interface Human extends Found {
  person: string | null;
}

/**
 * Does the same as the statement of `record-reactions.ts` in several statements: for distributed tables, where one
 * statement cannot do it (docs/adr/0044), and where no trigger updates `engaged_at`. Returns the campaigns.
 */
export const recordInSteps = (scope: Scope, rows: readonly ReactionRow[]): Promise<Recorded[]> =>
  transaction(scope, async (scope) => {
    const found = await find(scope, rows);
    if (found.length === 0) return [];
    const human = found
      .filter(({ verdict, senderId }) => verdict === 'human' && senderId !== null)
      .map((one) => ({ ...one, person: one.addressee ?? (one.email && personKey(scope.team.id, one.email)) }));
    const known = await insertPeople(scope, human);
    await count(scope, human);
    const there = human.filter(({ person }) => person !== null && known.has(person));
    await touch(scope, there);
    await countInSteps(scope, found, there);
    await signal(scope, there); // before they are recorded: it looks for earlier ones
    await note(scope, found);
    await notify(scope, found);
    return found.map(({ campaign, message, reveals }) => ({ campaign, revealed: reveals ? message : null }));
  });

const find = (scope: Scope, rows: readonly ReactionRow[]): Promise<Found[]> =>
  run<Found>(
    scope.db,
    sql`with ${foundFor(scope.team.id, rows)}
        select message::text, kind, case when scanned then 'scanner' else verdict end as verdict, target,
               mail_id::text as mail, campaign_id::text as campaign, sender, sender_id::text as "senderId",
               email_id::text as "emailId", addressee::text, email, variant, reveals,
               (select floor(extract(epoch from now() - c.started_at) / 3600)::int from campaigns c
                where c.team_id = ${scope.team.id}::int and c.id = found.campaign_id) as hour from found`,
  );

const FOUND = { message: 'uuid', kind: 'text', verdict: 'text', target: 'text', campaign: 'uuid' } as const;

async function note(scope: Scope, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ message, kind, verdict, target, campaign }) => ({
    message,
    kind: kind as string,
    verdict,
    target,
    campaign,
  }));
  await run(
    scope.db,
    sql`insert into reactions (team_id, message_id, kind, verdict, target, campaign_id)
        select ${scope.team.id}::int, message, kind::"TouchKind", verdict::"Verdict", target,
               case when kind = 'click' then campaign end
        from ${recordset('found', rows, FOUND)}`,
  );
}

/** Inserts unknown people, and locks the others. Returns the keys of all people except erased ones. */
async function insertPeople(scope: Scope, human: readonly Human[]): Promise<Set<string>> {
  const emails = new Map(human.flatMap(({ person, email }) => (person === null ? [] : [[person, email] as const])));
  const persons = [...emails.keys()].sort();
  if (persons.length === 0) return new Set();
  const held = await run<{ key: string; erased: boolean }>(
    scope.db,
    sql`select key::text, email is null as erased from people
        where team_id = ${scope.team.id}::int and key = any(${persons}::uuid[]) order by key for key share`,
  );
  const there = new Set(held.map(({ key }) => key));
  const rows = persons
    .filter((person) => !there.has(person))
    .flatMap((person) => (emails.get(person) ? [{ person, email: emails.get(person)! }] : []));
  const inserted = await insertMissing(scope, rows);
  const known = held.filter(({ erased }) => !erased).map(({ key }) => key);
  return new Set([...known, ...rows.map(({ person }) => person).filter((person) => !inserted.get(person))]);
}

/** By key: whether another transaction inserted and erased the person meanwhile. */
async function insertMissing(
  scope: Scope,
  rows: readonly { person: string; email: string }[],
): Promise<Map<string, boolean>> {
  if (rows.length === 0) return new Map();
  const inserted = await run<{ key: string; email: string | null }>(
    scope.db,
    sql`insert into people as p (team_id, key, email)
        select ${scope.team.id}::int, person, email from ${recordset('given', rows, { person: 'uuid', email: 'text' })}
        order by person
        on conflict (team_id, key) do update set email = p.email where p.email is null
        returning key, email`,
  );
  return new Map(inserted.map(({ key, email }) => [key, email === null]));
}

/**
 * Counts on the mails, and first reactions for the steps that wrote them, in id order, so that transactions wait for each
 * other instead of deadlocking.
 */
async function count(scope: Scope, human: readonly Human[]): Promise<void> {
  const mails = [...new Set(human.flatMap(({ mail }) => mail ?? []))].sort();
  if (mails.length === 0) return;
  const held = await run<{ id: string; opens: number; clicks: number; automated: boolean }>(
    scope.db,
    sql`select id::text, opens, clicks, automation_id is not null as automated from transactional_mails
        where team_id = ${scope.team.id}::int and id = any(${mails}::uuid[]) order by id for no key update`,
  );
  const of = (id: string, kind: string) => human.filter((one) => one.mail === id && one.kind === kind).length;
  const counted = held.map(({ id, ...before }) => {
    const [opens, clicks] = [of(id, 'open'), of(id, 'click')];
    return { id, opens, clicks, byClick: before.opens === 0 && opens === 0, before };
  });
  const rows = counted.map(({ id, opens, clicks, byClick }) => ({
    id,
    opens,
    clicks,
    by_click: byClick ? 1 : 0,
  }));
  await run(
    scope.db,
    sql`update transactional_mails m set opens = m.opens + (h.opens + h.by_click)::int, clicks = m.clicks + h.clicks::int,
               opened_by_click = m.opened_by_click or h.by_click = 1
        from ${recordset('h', rows, { id: 'uuid', opens: 'bigint', clicks: 'bigint', by_click: 'bigint' })}
        where m.team_id = ${scope.team.id}::int and m.id = h.id`,
  );
  const ofSteps = counted.filter(({ before }) => before.automated);
  await countForSteps(
    scope,
    ofSteps.flatMap(({ id, clicks, before }) => [
      ...(before.opens === 0 ? [{ mail: id, what: 'opened' }] : []),
      ...(before.clicks === 0 && clicks > 0 ? [{ mail: id, what: 'clicked' }] : []),
    ]),
  );
}

const SIGNAL_COLUMNS = {
  person: 'uuid',
  message: 'uuid',
  kind: 'text',
  campaign_id: 'uuid',
  mail_id: 'uuid',
  target: 'text',
} as const;

/** Signals to automations that listen. */
async function signal(scope: Scope, human: readonly Human[]): Promise<void> {
  if (human.length === 0 || !(await hasListener(scope, ['opened', 'clicked']))) return;
  const rows = human.map(({ person, message, kind, campaign, mail, target }) => ({
    person: person!,
    message,
    kind: kind as string,
    campaign_id: campaign,
    mail_id: mail,
    target,
  }));
  await run(
    scope.db,
    sql`insert into automation_signals (team_id, person_key, kind, ref, detail, at)
        with present as (select * from ${recordset('given', rows, SIGNAL_COLUMNS)})
        select ${scope.team.id}::int, person, kind, ref, detail, now() from (${reactionSignals(scope.team.id)}) signals`,
  );
}

const NOTIFICATION_COLUMNS = {
  ...({ message: 'uuid', kind: 'text', verdict: 'text', target: 'text', mail_id: 'uuid' } as const),
  ...({ campaign_id: 'uuid', addressee: 'uuid', email: 'text' } as const),
};

/** Writes webhook events. */
async function notify(scope: Scope, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ message, kind, verdict, target, mail, campaign, addressee, email }) => ({
    message,
    kind: kind as string,
    verdict,
    target,
    mail_id: mail,
    campaign_id: campaign,
    addressee,
    email,
  }));
  const given = sql`select given.*, false as scanned from ${recordset('given', rows, NOTIFICATION_COLUMNS)}`;
  await run(
    scope.db,
    sql`with found as materialized (${given}) ${insertNotifications(scope.team.id, reactionNotifications(scope.team.id))}`,
  );
}

async function touch(scope: Scope, human: readonly Human[]): Promise<void> {
  if (human.length === 0) return;
  const rows = human.map(({ person, kind, sender, senderId, emailId }) => ({
    person: person!,
    kind: kind as string,
    sender,
    id: senderId!,
    email: emailId,
  }));
  const columns = { person: 'uuid', kind: 'text', id: 'uuid', email: 'uuid', sender: 'text' } as const;
  const touches = await run<Engagement>(
    scope.db,
    sql`insert into touches (team_id, person_key, kind, sender, sender_id, email_id, at)
        select ${scope.team.id}::int, person, kind::"TouchKind", sender::"SenderKind", id, email, now()
        from ${recordset('human', rows, columns)}
        returning person_key::text as person, at`,
  );
  await noteEngagement(scope, touches);
}
