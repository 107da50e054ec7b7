import type { Vault } from '../../crypto/vault.ts';
import { ValidationError } from '../../errors.ts';
import type { SendingDomain } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { domainName } from '../../validation/email.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { taken } from '../catch-duplicate.ts';
import { found } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { firstRecords, type Surroundings } from './check-records.ts';
import { asJson } from './check-sending-domain.ts';
import { keyPurpose, makeDkimKey } from './dkim-key.ts';
import { FIRST_CHECK } from './domain-check.ts';
import { hostsOf } from './mail-hosts.ts';
import { ownKeyFields, selectorIssues } from './own-key-input.ts';
import { readSendingDomain } from './read-sending-domain.ts';

export type { SendingDomain };

const MAX_DOMAINS = 100;

export const domainInput = record({ domain: domainName(), ...ownKeyFields });

/**
 * Adds a domain with a DKIM key, generated here or provided. Messages are signed once the key is found in DNS. Throws
 * ValidationError.
 */
export async function createSendingDomain(
  scope: Scope,
  { vault, ...surroundings }: Surroundings & { vault: Vault },
  input: unknown,
): Promise<SendingDomain> {
  const { domain, ...own } = parse(domainInput, input);
  const teamId = scope.team.id;
  const issues = selectorIssues(own.selector, domain, []);
  if (issues.length > 0) throw new ValidationError(issues);
  if ((await scope.db.sendingDomain.count({ where: { teamId } })) >= MAX_DOMAINS) throw new ValidationError([TOO_MANY]);
  const id = newId();
  const { privateKey, ...key } = await makeDkimKey(own);
  const encrypted = vault.encrypt(privateKey, keyPurpose(teamId, id));
  const nextCheckAt = new Date(scope.now().getTime() + FIRST_CHECK);
  const found = asJson(await firstRecords(surroundings, { domain }, await hostsOf(scope, surroundings, domain)));
  const [row] = await scope.db.sendingDomain.createManyAndReturn({
    data: [{ teamId, id, domain, ...key, privateKey: encrypted, found, nextCheckAt }],
    skipDuplicates: true,
  });
  if (!row) throw taken('domain');
  return row;
}

/**
 * Deletes a domain and its key; messages from it are no longer signed. Returns the deleted domain. Throws NotFoundError.
 */
export async function deleteSendingDomain(scope: Scope, id: unknown): Promise<SendingDomain> {
  const domain = await readSendingDomain(scope, id);
  const { count } = await scope.db.sendingDomain.deleteMany({ where: { teamId: scope.team.id, id: domain.id } });
  return found(count > 0 ? domain : null);
}

/** A page of the team's domains, newest first. */
export function listSendingDomains(scope: Scope, request: PageRequest): Promise<Page<SendingDomain>> {
  const where = { teamId: scope.team.id };
  return readPage(request, {
    find: (args) => scope.db.sendingDomain.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.sendingDomain.count({ where }),
  });
}

const TOO_MANY = { path: ['domain'], problem: `A team can have at most ${MAX_DOMAINS} sending domains.` };
