import { DATABASES, type InstallationFacts, readInstallation } from '../domain/platform/installation-facts.ts';
import { BACKED_UP_BY, type LastBackup as Backup } from '../domain/platform/last-backup.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const DatabasePlace = wireEnum('DatabasePlace', 'Which PostgreSQL has the data.', DATABASES, {
  embedded: 'The one that Tidings starts and stops itself.',
  external: 'That of DATABASE_URL.',
});

const BackedUpBy = wireEnum('BackedUpBy', 'Who made a backup.', BACKED_UP_BY, {
  command: '`npm run backup -- FILE`.',
  elsewhere: 'Another program, of which `npm run backup -- --elsewhere` told.',
});

const LastBackup = builder.objectRef<Backup>('LastBackup').implement({
  description: 'The newest backup that the installation knows of.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The moment whose state it holds.' }),
    madeBy: t.expose('madeBy', { type: BackedUpBy }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'How large its file is. Null: not known; and null for all but owners who are signed in.',
    }),
  }),
});

const Installation = builder.objectRef<InstallationFacts>('Installation').implement({
  description: 'The installation of Tidings that the team is on. It may have several teams.',
  fields: (t) => ({
    version: t.exposeString('version'),
    database: t.expose('database', { type: DatabasePlace }),
    dataAt: t.exposeString('dataAt', {
      nullable: true,
      description:
        'The folder of the embedded database, or host and name of the external one; never a user or password. Null for all but owners who are signed in.',
    }),
    lastBackup: t.expose('lastBackup', {
      type: LastBackup,
      nullable: true,
      description: 'Null: none is known of, which is not to say that there is none.',
    }),
  }),
});

builder.queryField('installation', (t) =>
  t.field({
    type: Installation,
    description: 'What there is to know of the installation: its version, where the data is, and the last backup.',
    resolve: (_, _args, { scope, installation: { config } }) => readInstallation(scope, config),
  }),
);
