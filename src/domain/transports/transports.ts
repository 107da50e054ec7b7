import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Vault } from '../../crypto/vault.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import { Prisma, type Transport } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { isPrivateHost } from '../../network/private-address.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';
import { makeDue } from '../ledger/make-due.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { clearDefault, makeDefault } from './default-transport.ts';
import { endPauseOfTransport } from './end-sending-pause.ts';
import { oauth2Columns, tokenUrlIssues } from './oauth2.ts';
import { passwordPurpose, type ServerSettings } from './transport-host.ts';
import { tlsIssues, transportChange, transportInput } from './transport-input.ts';

export type { Transport };

/** Dependencies for creating and changing transports. */
export interface Surroundings {
  vault: Vault;
  config: ServerSettings;
  outbound: Outbound;
}

const MAX_TRANSPORTS = 100;
const TOO_MANY: Issue = { path: ['name'], problem: `A team can have at most ${MAX_TRANSPORTS} transports.` };
const USUAL_CONNECTIONS = 5;

/** Fields whose columns need more than the field: the port, the vault, or another row. */
type LookedUp = 'port' | 'secure' | 'password' | 'oauth2' | 'isDefault';

/** Null is the default. */
const columnsOf = columnsByField<
  Omit<z.output<typeof transportChange>, LookedUp>,
  Partial<Prisma.TransportCreateManyInput>
>({
  name: (name) => ({ name }),
  host: (host) => ({ host }),
  tls: (tls) => ({ tls }),
  ca: (ca) => ({ ca }),
  fingerprint: (fingerprint) => ({ fingerprint }),
  ehloName: (ehloName) => ({ ehloName }),
  user: (user) => ({ user }),
  connections: (connections) => ({ connections: connections ?? USUAL_CONNECTIONS }),
  messagesPerMinute: (messagesPerMinute) => ({ messagesPerMinute }),
  warmUpStartedOn: (warmUpStartedOn) => ({ warmUpStartedOn }),
  domainLimits: (domainLimits) => ({ domainLimits: domainLimits ?? [] }),
  headers: (headers) => ({ headers }),
});
/** Fields whose change may allow the transport to connect again. */
const CONNECTING = ['user', 'tls', 'ca', 'fingerprint', 'ehloName'] as const;
const LIMITS = ['messagesPerMinute', 'domainLimits', 'warmUpStartedOn'] as const;

/** Adds a mail server for the team. Throws ValidationError. */
export function createTransport(scope: Scope, means: Surroundings, input: unknown): Promise<Transport> {
  const { vault, config, outbound } = means;
  const { port, secure: isSecure, password, oauth2, isDefault, ...given } = parse(transportInput, input);
  const { name, host, user } = given;
  refuse(
    hostIssues(host, config),
    loginIssues(user ?? null, password != null, oauth2 != null),
    tokenUrlIssues(outbound, oauth2 ?? {}),
    tlsIssues({ ...given, port, secure: isSecure }),
  );
  return transaction(scope, async (scope) => {
    const teamId = scope.team.id;
    if ((await scope.db.transport.count({ where: { teamId, deletedAt: null } })) >= MAX_TRANSPORTS) {
      refuse([TOO_MANY]);
    }
    const id = newId();
    const secure = isSecure ?? port === 465;
    const row = await scope.db.transport.create({
      data: {
        ...columnsOf(given),
        connections: given.connections ?? USUAL_CONNECTIONS,
        teamId,
        id,
        name,
        host,
        secure,
        port: port ?? usualPort(secure),
        password: password == null ? null : encryptPassword(vault, { teamId, id }, password),
        ...(oauth2 && oauth2Columns(vault, { teamId, id }, oauth2)),
      },
    });
    if (isDefault) await makeDefault(scope, id);
    return row;
  });
}

/**
 * Changes the given fields. Null resets a field to its default. Moving a transport to another server requires the password
 * again: otherwise the stored one could be sent to any server. Throws NotFoundError, ValidationError.
 */
export function updateTransport(
  scope: Scope,
  { vault, config, outbound }: Surroundings,
  id: unknown,
  input: unknown,
): Promise<Transport> {
  return transaction(scope, async (scope) => {
    const row = await readTransport(scope, id);
    const { password, oauth2, isDefault, secure, port, ...given } = parse(transportChange, input);
    const next = {
      ...columnsOf(given),
      ...(secure !== undefined && { secure: secure ?? false }),
      ...(port !== undefined && { port: port ?? usualPort(secure ?? row.secure) }),
      ...(password !== undefined && { password: password && encryptPassword(vault, row, password) }),
      ...(oauth2 && oauth2Columns(vault, row, oauth2)),
      ...(oauth2 === null && { oauth2: Prisma.DbNull, oauth2Secrets: null }),
    };
    const keepsPassword = row.password !== null && password === undefined;
    const keepsTokens = row.oauth2 !== null && oauth2 === undefined;
    const { host, port: newPort, secure: tls } = { ...row, ...next };
    const moved = host !== row.host || newPort !== row.port || tls !== row.secure;
    refuse(
      given.host === undefined ? [] : hostIssues(given.host, config),
      keepsPassword && moved ? [{ path: ['password'], problem: 'is required when the server changes.' }] : [],
      keepsTokens && moved ? [{ path: ['oauth2'], problem: 'is required when the server changes.' }] : [],
      loginIssues({ ...row, ...next }.user, keepsPassword || password != null, keepsTokens || oauth2 != null),
      tokenUrlIssues(outbound, oauth2 ?? {}),
      tlsIssues({ ...row, ...next }),
    );
    const where = { teamId: scope.team.id, id: row.id, deletedAt: null };
    const data = { ...next, version: { increment: 1 } } as Prisma.TransportUpdateManyMutationInput;
    const [changed] = await scope.db.transport.updateManyAndReturn({ where, data });
    // The change may have fixed the reason for the pause.
    const mended = CONNECTING.some((field) => field in next && next[field] !== row[field]);
    if (moved || password !== undefined || oauth2 !== undefined || mended) await endPauseOfTransport(scope, row.id);
    const limited = LIMITS.some((limit) => limit in next && !isDeepStrictEqual(next[limit], row[limit]));
    if (limited) await makeDue(scope, { limitsOf: row.id });
    if (isDefault) await makeDefault(scope, row.id);
    else if (isDefault !== undefined) await clearDefault(scope, row.id);
    return found(changed);
  });
}

/**
 * Deletes a transport and its password. Its lists and waiting messages use the team's default transport from now on.
 * Returns the deleted transport. Throws NotFoundError.
 */
export function deleteTransport(scope: Scope, id: unknown): Promise<Transport> {
  return transaction(scope, async (scope) => {
    const row = await readTransport(scope, id);
    const { teamId } = row;
    const { count } = await scope.db.transport.updateMany({
      where: { teamId, id: row.id, deletedAt: null },
      data: {
        deletedAt: scope.now(),
        password: null,
        user: null,
        version: { increment: 1 },
        oauth2: Prisma.DbNull,
        oauth2Secrets: null,
      },
    });
    await clearDefault(scope, row.id);
    await scope.db.list.updateMany({ where: { teamId, transportId: row.id }, data: { transportId: null } });
    await scope.db.sendingPause.deleteMany({ where: { teamId, transportId: row.id } });
    await scope.db.sendBudget.deleteMany({ where: { teamId, transportId: row.id } });
    await makeDue(scope, { limitsOf: row.id });
    return found(count > 0 ? row : null);
  });
}

/** Returns one transport. Throws NotFoundError. */
export async function readTransport(scope: Scope, id: unknown): Promise<Transport> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) }, deletedAt: null };
  return found(await scope.db.transport.findUnique({ where }));
}

/** A page of the team's transports, newest first. */
export function listTransports(scope: Scope, request: PageRequest): Promise<Page<Transport>> {
  const where = { teamId: scope.team.id, deletedAt: null };
  return readPage(request, {
    find: (args) => scope.db.transport.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.transport.count({ where }),
  });
}

/** Returns the team's transports with these ids, in one statement. */
export const readTransports = (scope: Scope, ids: readonly string[]): Promise<Transport[]> =>
  scope.db.transport.findMany({ where: { teamId: scope.team.id, id: { in: [...ids] }, deletedAt: null } });

const encryptPassword = (vault: Vault, { teamId, id }: { teamId: number; id: string }, password: string) =>
  vault.encrypt(Buffer.from(password), passwordPurpose(teamId, id));

const usualPort = (secure: boolean): number => (secure ? 465 : 587);

const PRIVATE =
  'must be public. This installation does not connect to private addresses, unless it sets TRANSPORT_PRIVATE_HOSTS.';

const hostIssues = (host: string, { privateTransports }: Surroundings['config']): Issue[] =>
  !privateTransports && isPrivateHost(host) ? [{ path: ['host'], problem: PRIVATE }] : [];

/** A login is a user with a password or with access tokens. */
function loginIssues(user: string | null, password: boolean, oauth2: boolean): Issue[] {
  if (password && oauth2)
    return [{ path: ['oauth2'], problem: 'cannot be used together with a password. Set one of them to null.' }];
  if ((user !== null) === (password || oauth2)) return [];
  const problem = 'is required, because a login needs both user and password.';
  return [{ path: [user === null ? 'user' : 'password'], problem }];
}

function refuse(...issues: Issue[][]): void {
  const all = issues.flat();
  if (all.length > 0) throw new ValidationError(all);
}
