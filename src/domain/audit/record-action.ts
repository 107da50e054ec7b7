import { isIP } from 'node:net';
import { run, sql } from '../../database/connect.ts';
import { isId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type RemovedMember, removeMember } from '../members/members.ts';
import { type Action, objectTypeOf } from './actions.ts';

export const INTERFACES = ['rest', 'graphql', 'page'] as const;

/** The interface that a caller used (`page`: the sign-in pages), and their network address. */
export interface Origin {
  via: (typeof INTERFACES)[number];
  /** Undefined if there is no address, as for a local socket. */
  address: string | undefined;
}

/** The object of an action, as far as known. */
export interface ActedOn {
  /** Invalid ids are left out: a caller may have sent anything. */
  id?: string | null | undefined;
  /** Only the team's own name for it, never one that may name a person. */
  name?: string | null | undefined;
  /** The number of objects, for a set. */
  count?: number | null | undefined;
}

export interface Done extends ActedOn {
  action: Action;
  /** The given fields, without their values. */
  fields: readonly string[];
}

/** Records an action of the scope's actor, in the scope's transaction. One statement. */
export async function recordAction(scope: Scope, done: Done, origin: Origin): Promise<void> {
  await insert(scope, done, origin, true);
}

/** Records an action of the scope's actor on several objects, with an entry for each. One statement. */
export async function recordActionOnAll(
  { db, team, actor }: Scope,
  action: Action,
  objects: readonly { id: string; name: string }[],
  { via, address }: Origin,
): Promise<void> {
  if (objects.length === 0) return;
  await run(
    db,
    sql`insert into audit_log (team_id, id, actor_kind, actor_id, action, object_type, object_id, object_name, door, address)
        select ${team.id}, uuid_v7(), ${actor.kind}, ${actor.memberId ?? actor.tokenId}::uuid, ${action},
               ${objectTypeOf(action)}, one.id, one.name, ${via}, ${plain(address)}::inet
        from unnest(${objects.map(({ id }) => id)}::uuid[], ${objects.map(({ name }) => name)}::text[]) one (id, name)`,
  );
}

/**
 * Records the start of an action that takes several transactions. The caller then finishes it, or withdraws it on failure;
 * an action of a dead process stays in the log as not finished. Returns its id.
 */
export const beginAction = (scope: Scope, done: Done, origin: Origin): Promise<string> =>
  insert(scope, done, origin, false);

/** Records that a started action is finished, with its object. */
export async function finishAction(scope: Scope, entryId: string, { id, name, count }: ActedOn): Promise<void> {
  await run(
    scope.db,
    sql`update audit_log set finished = true, object_id = coalesce(${id ?? null}::uuid, object_id),
               object_name = coalesce(${name ?? null}::text, object_name), count = coalesce(${count ?? null}::int, count)
        where team_id = ${scope.team.id} and id = ${entryId}::uuid`,
  );
}

/** Withdraws a started action that had no effect. */
export async function retractAction(scope: Scope, entryId: string): Promise<void> {
  await run(
    scope.db,
    sql`delete from audit_log where team_id = ${scope.team.id} and id = ${entryId}::uuid and not finished`,
  );
}

async function insert(scope: Scope, done: Done, { via, address }: Origin, finished: boolean): Promise<string> {
  const { team, actor } = scope;
  const { action, id, name = null, count = null, fields } = done;
  const [row] = await run<{ id: string }>(
    scope.db,
    sql`insert into audit_log (team_id, id, actor_kind, actor_id, action, object_type, object_id, object_name, fields, count,
                               door, address, finished)
        values (${team.id}, uuid_v7(), ${actor.kind}, ${actor.memberId ?? actor.tokenId}::uuid, ${action},
                ${objectTypeOf(action)}, ${isId(id) ? id : null}::uuid, ${name}, ${[...fields]}::text[], ${count}::int,
                ${via}, ${plain(address)}::inet, ${finished})
        returning id::text`,
  );
  return (row as { id: string }).id;
}

/** A normalised address: without the IPv6 form of IPv4, and without the network card. */
function plain(address: string | undefined): string | null {
  const [bare = ''] = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  return isIP(bare) ? bare : null;
}

/** Removes a member (see removeMember), and records the fate of each of their tokens. */
export const removeRecordedMember = (
  scope: Scope,
  id: unknown,
  tokens: unknown,
  from: Origin,
): Promise<RemovedMember> =>
  transaction(scope, async (scope) => {
    const removed = await removeMember(scope, id, tokens);
    const action = removed.fate === 'hand_over' ? 'token.handed_over' : 'token.revoked';
    await recordActionOnAll(scope, action, removed.tokens, from);
    return removed;
  });
