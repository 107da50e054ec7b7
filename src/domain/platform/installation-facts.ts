import type { Config } from '../../config.ts';
import { DEFAULT_PORT, readDatabaseUrl } from '../../database/database-url.ts';
import { databaseHome, dataHome } from '../../database/home.ts';
import type { Scope } from '../../scope.ts';
import { type LastBackup, readLastBackup } from './last-backup.ts';
import { servesPublicDocuments } from './public-documents.ts';
import { version } from './version.ts';

export const DATABASES = ['embedded', 'external'] as const;

/** Data about the whole installation that its teams may see. */
export interface InstallationFacts {
  version: string;
  database: (typeof DATABASES)[number];
  /** The folder of the embedded database, or host and name of the external one. Null except for owners. */
  dataAt: string | null;
  /** Whether MAIL_URL is set. */
  sendsAccountEmails: boolean;
  /** Without its size except for owners: it reveals something about other teams. Null: no backup is recorded. */
  lastBackup: LastBackup | null;
  /** The addresses of pages for developers. Null: switched off. */
  referenceUrl: string | null;
  playgroundUrl: string | null;
}

/** Reads one row of the database, and nothing of other teams. */
export async function readInstallation(scope: Scope, config: Config): Promise<InstallationFacts> {
  const isOwner = scope.actor.kind === 'member' && scope.actor.role === 'owner';
  const last = await readLastBackup(scope.db);
  return {
    version: version(),
    database: config.databaseUrl ? 'external' : 'embedded',
    dataAt: isOwner ? placeOf(config) : null,
    sendsAccountEmails: config.mailUrl !== undefined,
    lastBackup: last ? { ...last, bytes: isOwner ? last.bytes : null } : null,
    referenceUrl: servesPublicDocuments(config) ? `${config.publicUrl}/reference` : null,
    playgroundUrl: config.playground ? `${config.publicUrl}/playground` : null,
  };
}

/** The location of the data, without credentials. */
export function placeOf(config: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!config.databaseUrl) return databaseHome(dataHome(config));
  const { hosts, database = '' } = readDatabaseUrl(config.databaseUrl);
  const names = hosts.map(({ host = 'localhost', port }) => (port === DEFAULT_PORT ? host : `${host}:${port}`));
  return `${names.join(',')}/${database}`;
}
