import { run, sql } from '../../database/connect.ts';
import { type Role, type Scope, transaction } from '../../scope.ts';
import { oneLine, oneOf, optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { found, idOf } from '../found.ts';
import { announceChange } from '../live-changes.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { giveUpTokens, TOKEN_FATES, type TokenFate } from './member-tokens.ts';
import { keepAnOwner } from './owners.ts';

export const ROLES = ['owner', 'editor', 'viewer'] as const;

/** A person of the team. */
export interface Member {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** The last call of one of their browsers, accurate to the minute. */
  lastSeenAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`m.id::text, u.email, u.name, m.role::text as role, m.created_at as "createdAt",
  (select max(s.last_used_at) from sessions s where s.team_id = m.team_id and s.member_id = m.id) as "lastSeenAt"`;

/** The members with these ids, in no order. */
export const readMembers = ({ db, team }: Scope, ids: readonly string[]): Promise<Member[]> =>
  run<Member>(
    db,
    sql`select ${COLUMNS} from members m join users u on u.id = m.user_id
        where m.team_id = ${team.id} and m.id = any(${[...ids]}::uuid[])`,
  );

/** The member with this id. Throws NotFoundError. */
export const readMember = async (scope: Scope, id: unknown): Promise<Member> =>
  found((await readMembers(scope, [idOf(id)]))[0]);

/** A page of the members of the team, newest first. */
export function listMembers(scope: Scope, request: PageRequest): Promise<Page<Member>> {
  const where = { teamId: scope.team.id };
  return readPage<Member>(request, {
    find: async (args) => {
      const ids = await scope.db.member.findMany({ ...args, where: { ...args.where, ...where }, select: { id: true } });
      const rows = new Map(
        (
          await readMembers(
            scope,
            ids.map(({ id }) => id),
          )
        ).map((row) => [row.id, row]),
      );
      return ids.flatMap(({ id }) => rows.get(id) ?? []);
    },
    count: () => scope.db.member.count({ where }),
  });
}

export const memberChange = record({ role: oneOf(ROLES) });

/**
 * Changes the role of a member, at once: their live streams end, and their next call uses the new role. Returns the member.
 * Throws NotFoundError, ValidationError, and ConflictError for the last owner.
 */
export function updateMember(scope: Scope, id: unknown, input: unknown): Promise<Member> {
  return transaction(scope, async (scope) => {
    const { id: memberId } = await readMember(scope, id);
    const { role } = parse(memberChange, input);
    if (role !== 'owner') await keepAnOwner(scope.db, scope.team.id, memberId);
    await run(
      scope.db,
      sql`update members set role = ${role}::text::"Role" where team_id = ${scope.team.id} and id = ${memberId}::uuid`,
    );
    await scope.publish({ topic: 'access.changed', teamId: scope.team.id });
    await announceChange(scope, 'member', memberId);
    return readMember(scope, memberId);
  });
}

/** A removed member, and the tokens that they had created. */
export interface RemovedMember extends Member {
  tokens: { id: string; name: string }[];
  fate: TokenFate;
}

const removal = record({ tokens: oneOf(TOKEN_FATES).nullish() });

/**
 * Removes a member from the team: their sessions in it end at once, with the live streams. Their tokens are revoked, or
 * handed over to the calling member. Returns the removed member. Throws NotFoundError, ValidationError for handing tokens
 * to the removed member, and ConflictError for the last owner.
 */
export function removeMember(scope: Scope, id: unknown, tokens?: unknown): Promise<RemovedMember> {
  return transaction(scope, async (scope) => {
    const member = await readMember(scope, id);
    const { id: memberId } = member;
    const fate = parse(removal, { tokens }).tokens ?? 'revoke';
    await keepAnOwner(scope.db, scope.team.id, memberId);
    const theirs = await giveUpTokens(scope, memberId, fate);
    const [gone] = await run<{ userId: string }>(
      scope.db,
      sql`delete from members where team_id = ${scope.team.id} and id = ${memberId}::uuid returning user_id::text as "userId"`,
    );
    await removeWithoutTeam(scope, found(gone).userId);
    await scope.publish({ topic: 'access.changed', teamId: scope.team.id });
    await announceChange(scope, 'member', memberId);
    return { ...member, tokens: theirs, fate };
  });
}

/** Deletes users without a team. */
async function removeWithoutTeam({ db }: Scope, userId: string): Promise<void> {
  // Accepting an invitation locks the user first: without this lock, a new membership would be deleted too.
  await run(db, sql`select 1 from users where id = ${userId}::uuid for update`);
  await run(
    db,
    sql`delete from users u where u.id = ${userId}::uuid and not exists (select from members m where m.user_id = u.id)`,
  );
}

export const viewerChange = record({ name: optionalText(oneLine(255)) });

/** Changes the name of the calling member, in all their teams. Returns the member. Throws ValidationError. */
export async function updateViewer(scope: Scope, input: unknown): Promise<Member> {
  const { name } = parse(viewerChange, input);
  const memberId = idOf(scope.actor.memberId);
  if (name !== undefined) {
    await run(
      scope.db,
      sql`update users u set name = ${name} from members m
          where m.team_id = ${scope.team.id} and m.id = ${memberId}::uuid and u.id = m.user_id`,
    );
    await announceChange(scope, 'member', memberId);
  }
  return readMember(scope, memberId);
}
