import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';

/** The options for a leaving member's tokens. */
export const TOKEN_FATES = ['revoke', 'hand_over'] as const;
export type TokenFate = (typeof TOKEN_FATES)[number];

/**
 * Revokes the tokens of a member, or hands them over to the calling member. They keep the role that they were created with,
 * so that nobody gains rights. Returns them. Throws ValidationError if both are the same member.
 */
export async function giveUpTokens(
  { db, team, actor }: Scope,
  memberId: string,
  fate: TokenFate,
): Promise<{ id: string; name: string }[]> {
  const heir = actor.memberId ?? null;
  if (fate === 'hand_over' && (heir === null || heir === memberId)) {
    throw new ValidationError([{ path: ['tokens'], problem: 'cannot be handed over to the removed member.' }]);
  }
  const change = fate === 'revoke' ? sql`revoked_at = now()` : sql`created_by = ${heir}::uuid`;
  return run(
    db,
    sql`update api_tokens set ${change}
        where team_id = ${team.id} and created_by = ${memberId}::uuid and revoked_at is null returning id::text, name`,
  );
}
