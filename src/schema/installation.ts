import { DATABASES, type InstallationFacts, readInstallation } from '../domain/platform/installation-facts.ts';
import { BACKED_UP_BY, type LastBackup as Backup } from '../domain/platform/last-backup.ts';
import { builder } from './builder.ts';
import { openEnum, wireEnum } from './enums.ts';

const DatabasePlace = wireEnum('DatabaseHosting', 'The location of the database.', DATABASES, {
  embedded: 'Embedded PostgreSQL, started and stopped by Tidings.',
  external: 'The PostgreSQL server in DATABASE_URL.',
});

const BackedUpBy = openEnum('BackupMethod', 'The tool that made a backup.', BACKED_UP_BY, {
  command: '`npm run backup -- FILE`.',
  elsewhere: 'Another tool, as reported by `npm run backup -- --elsewhere`.',
});

const LastBackup = builder.objectRef<Backup>('LastBackup').implement({
  description: 'The newest recorded backup.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The time of the backed-up data.' }),
    method: t.expose('madeBy', { type: BackedUpBy }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'The file size. Null if unknown, and for all callers except signed-in owners.',
    }),
  }),
});

const Installation = builder.objectRef<InstallationFacts>('Installation').implement({
  description: 'The Tidings installation of the team. An installation may have several teams.',
  fields: (t) => ({
    version: t.exposeString('version'),
    database: t.expose('database', { type: DatabasePlace }),
    dataLocation: t.exposeString('dataAt', {
      nullable: true,
      description:
        'The folder of the embedded database, or host and name of the external one, without user or password. Null for all callers except signed-in owners.',
    }),
    sendsAccountEmails: t.exposeBoolean('sendsAccountEmails', {
      description:
        'Whether invitations and sign-in links are mailed, through `MAIL_URL`. Otherwise, owners create links to pass on.',
    }),
    lastBackup: t.expose('lastBackup', {
      type: LastBackup,
      nullable: true,
      description: 'Null if no backup was recorded.',
    }),
    referenceUrl: t.expose('referenceUrl', {
      type: 'URL',
      nullable: true,
      description: 'The address of the API reference. Null if it is switched off.',
    }),
    playgroundUrl: t.expose('playgroundUrl', {
      type: 'URL',
      nullable: true,
      description: 'The address of the GraphQL playground. Null if it is switched off.',
    }),
  }),
});

builder.queryField('installation', (t) =>
  t.field({
    type: Installation,
    description: 'The version of the installation, the location of its data, and its last backup.',
    resolve: (_, _args, { scope, installation: { config } }) => readInstallation(scope, config),
  }),
);
