import type { Vault } from '../../crypto/vault.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { found } from '../found.ts';
import { keyPurpose, makeDkimKey } from './dkim-key.ts';
import { oldKeysOf } from './dkim-keys.ts';
import { FIRST_CHECK } from './domain-check.ts';
import { ownKeyFields, selectorIssues } from './own-key-input.ts';
import { readSendingDomain } from './read-sending-domain.ts';

const MAX_OLD_KEYS = 10;

export const rotationInput = record(ownKeyFields);

/**
 * Gives a domain its next DKIM key, generated here or provided. The current key signs until a check finds the next one in
 * DNS. Throws NotFoundError, ConflictError during another rotation, and ValidationError.
 */
export async function rotateDkim(scope: Scope, vault: Vault, id: unknown, input: unknown): Promise<SendingDomain> {
  const teamId = scope.team.id;
  const domain = await readSendingDomain(scope, id);
  const own = parse(rotationInput, input ?? {});
  if (domain.nextSelector !== null) throw new ConflictError('ALREADY_RUNNING', UNDER_WAY);
  const old = oldKeysOf(domain);
  if (old.length >= MAX_OLD_KEYS) throw new ConflictError('LIMIT_REACHED', TOO_MANY);
  const issues = selectorIssues(
    own.selector,
    domain.domain,
    [domain, ...old].map(({ selector }) => selector),
  );
  if (issues.length > 0) throw new ValidationError(issues);
  const key = await makeDkimKey(own);
  if ([domain, ...old].some(({ publicKey }) => publicKey === key.publicKey)) throw new ValidationError([SAME_KEY]);
  const now = scope.now();
  const [row] = await scope.db.sendingDomain.updateManyAndReturn({
    where: { teamId, id: domain.id, selector: domain.selector, nextSelector: null },
    data: {
      nextSelector: key.selector,
      nextPublicKey: key.publicKey,
      rotationStartedAt: now,
      nextPrivateKey: vault.encrypt(key.privateKey, keyPurpose(teamId, domain.id)),
      nextCheckAt: new Date(now.getTime() + FIRST_CHECK),
    },
  });
  if (row) return row;
  await readSendingDomain(scope, id);
  throw new ConflictError('ALREADY_RUNNING', UNDER_WAY);
}

/**
 * Ends a rotation and deletes the next key, which has signed nothing. Throws NotFoundError, and ConflictError if there is
 * no rotation.
 */
export async function cancelDkimRotation(scope: Scope, id: unknown): Promise<SendingDomain> {
  const domain = await readSendingDomain(scope, id);
  const { count } = await scope.db.sendingDomain.updateMany({
    where: { teamId: scope.team.id, id: domain.id, nextSelector: { not: null } },
    data: { nextSelector: null, nextPublicKey: null, nextPrivateKey: null, rotationStartedAt: null },
  });
  const after = await readSendingDomain(scope, id);
  if (count === 0) throw new ConflictError('NOT_RUNNING', NOT_UNDER_WAY);
  return found(after);
}

const UNDER_WAY =
  'A rotation of the DKIM key is in progress. Publish the record of the next key, or cancel the rotation.';
const NOT_UNDER_WAY = 'No rotation of the DKIM key is in progress.';
const TOO_MANY = `The domain has ${MAX_OLD_KEYS} old DKIM keys. Remove their records once they are no longer needed.`;
const SAME_KEY = { path: ['privateKey'], problem: 'must be a new key. The domain already has this key.' };
