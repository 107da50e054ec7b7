import type { Vault } from '../../crypto/vault.ts';
import { ValidationError } from '../../errors.ts';
import type { Prisma, SendingDomain } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { domainName } from '../../validation/email.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { taken } from '../catch-duplicate.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { checkRecords, firstRecords, ownHost, type Surroundings } from './check-records.ts';
import { keyPurpose, makeDkimKey } from './dkim-key.ts';
import { checkResult, FIRST_CHECK } from './domain-check.ts';
import type { Findings } from './domain-records.ts';
import { readMailHosts } from './mail-hosts.ts';

export type { SendingDomain };

const MAX_DOMAINS = 100;

const domainInput = record({ domain: domainName() });

/** Adds a domain with a new DKIM key. Messages are signed once the key is found in DNS. Throws ValidationError. */
export async function createSendingDomain(
  scope: Scope,
  { vault, ...surroundings }: Surroundings & { vault: Vault },
  input: unknown,
): Promise<SendingDomain> {
  const { domain } = parse(domainInput, input);
  const teamId = scope.team.id;
  if ((await scope.db.sendingDomain.count({ where: { teamId } })) >= MAX_DOMAINS) throw new ValidationError([TOO_MANY]);
  const id = newId();
  const { privateKey, ...key } = await makeDkimKey();
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

/** Checks the domain's records in DNS and stores the result. Throws NotFoundError. */
export async function checkSendingDomain(
  scope: Scope,
  surroundings: Surroundings,
  id: unknown,
): Promise<SendingDomain> {
  const domain = await readSendingDomain(scope, id);
  const findings = await checkRecords(surroundings, domain, await hostsOf(scope, surroundings, domain.domain));
  // One miss is enough here: whoever requests a check wants to see its result.
  const data = { ...checkResult(domain, findings, scope.now(), 1), found: asJson(findings) };
  const where = { teamId: scope.team.id, id: domain.id };
  const [row] = await scope.db.sendingDomain.updateManyAndReturn({ where, data });
  return found(row);
}

/**
 * Deletes a domain and its key; messages from it are no longer signed. Returns the deleted domain. Throws
 * NotFoundError.
 */
export async function deleteSendingDomain(scope: Scope, id: unknown): Promise<SendingDomain> {
  const domain = await readSendingDomain(scope, id);
  const { count } = await scope.db.sendingDomain.deleteMany({ where: { teamId: scope.team.id, id: domain.id } });
  return found(count > 0 ? domain : null);
}

/** Returns one domain. Throws NotFoundError. */
export async function readSendingDomain(scope: Scope, id: unknown): Promise<SendingDomain> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.sendingDomain.findUnique({ where }));
}

/** A page of the team's domains, newest first. */
export function listSendingDomains(scope: Scope, request: PageRequest): Promise<Page<SendingDomain>> {
  const where = { teamId: scope.team.id };
  return readPage(request, {
    find: (args) => scope.db.sendingDomain.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.sendingDomain.count({ where }),
  });
}

const asJson = (found: Findings) => found as unknown as Prisma.InputJsonObject;

async function hostsOf(scope: Scope, { config }: Surroundings, domain: string): Promise<string[]> {
  const [hosts] = await readMailHosts(scope.db, [{ teamId: scope.team.id, domain }], ownHost(config));
  return hosts!;
}

const TOO_MANY = { path: ['domain'], problem: `A team can have at most ${MAX_DOMAINS} sending domains.` };
