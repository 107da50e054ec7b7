import { UsageError } from './run.ts';

/** The forms of each command, and last its description. */
const USAGE = {
  start: [
    'start [--no-workers]',
    'Runs PROCESSES processes of serve on one port, by default one for every two cores. SIGHUP restarts them in turn.',
  ],
  serve: ['serve [--no-workers]', 'Runs the HTTP server and the workers in one process.'],
  work: ['work', 'Runs the workers only.'],
  migrate: ['migrate', 'Migrates the database. All other commands do this too.'],
  token: [
    'token create --name N --ability read|write [--team ID] [--rate-limit N] [--expires-at TIME]',
    'token revoke TOKEN',
    'Creates and prints a token, or revokes one. TOKEN is the token or its id.',
  ],
  team: [
    'team create --name N [--from-email A] [--from-name N]',
    'team suspend|resume --team ID',
    'Creates a team and prints its id and first token, or suspends or resumes a team.',
  ],
  member: [
    'member invite --email E --role owner|editor|viewer [--team ID]',
    'Prints an invitation link. It works once, for seven days, and signs the new member in.',
  ],
  field: [
    'field index --key K [--team ID]',
    'field unindex --key K [--team ID]',
    'Creates or drops an index on the values of a contact field, for large lists.',
  ],
  webhook: [
    'webhook secret [--team ID] [--replace]',
    "Prints or replaces the secret that signs the deliveries of a team's automations. A replaced secret also signs for one more day.",
  ],
  campaign: [
    'campaign recount --campaign ID|--all',
    'Recounts the figures of campaign reports and prints how many were wrong. Safe during operation.',
  ],
  automation: [
    'automation recount --automation ID|--all',
    'Recounts the figures of automations and prints how many were wrong. Safe during operation.',
  ],
  import: [
    'import FILE.csv --list ID [--team ID] [--mapping JSON] [--tags a,b] [--delimiter D] [--encoding E] [--statuses JSON] [--formats JSON] [--on-invalid skip_value|fail_row] [--confirmed] [--consent TEXT] [--resubscribe] [--import-unsubscribed]',
    'Imports a CSV file into a list.',
  ],
  backup: [
    'backup [--encrypt-to KEY.pem | --passphrase-file FILE] [--with-secret] FILE',
    'backup --scheduled',
    'backup --elsewhere',
    'Writes a backup of the running installation into one file. --scheduled writes it to BACKUP_URL, checks it and deletes old backups. --elsewhere only records that another tool has just made a backup.',
  ],
  restore: [
    'restore [--check] [--key KEY.pem | --passphrase-file FILE] FILE',
    'Restores a backup into an empty installation. --check only checks it.',
  ],
  'upgrade-database': [
    'upgrade-database [--binaries FOLDER]',
    "Upgrades the embedded database to this version's PostgreSQL and keeps the old data. FOLDER contains the older PostgreSQL.",
  ],
  secret: [
    'secret --accept',
    'secret --re-encrypt',
    '--accept continues with the current APP_SECRET after the old one was lost. --re-encrypt encrypts stored secrets with the current APP_SECRET.',
  ],
  documents: [
    'documents FILE.json',
    'documents list',
    'documents remove ID|--all',
    "Registers the GraphQL documents of a client's manifest (Apollo, GraphQL Code Generator, Relay), lists or removes them (docs/api.md#persisted-documents).",
  ],
  jobs: ['jobs list', 'jobs retry|drop ID|--all', 'Lists failed background jobs, retries them or deletes them.'],
  distribute: [
    'distribute',
    'Distributes the tables over the machines of a Citus cluster (docs/operations.md). Stop all other processes first.',
  ],
  'seed-demo': [
    'seed-demo [--team ID] [--people N]',
    'Gives a team a bakery with a year of campaigns, automations and orders.',
  ],
} satisfies Record<string, string[]>;

/** The error for a command with wrong arguments. */
export const wrongCall = (name: keyof typeof USAGE): UsageError =>
  new UsageError(USAGE[name].slice(0, -1).join(', or '));

/** The usage of a command, or of all commands when the name is unknown. */
export function usageOf(name: string | undefined): string {
  const known = name !== undefined && Object.hasOwn(USAGE, name) ? [name] : Object.keys(USAGE);
  const lines = known.flatMap((command) => [...USAGE[command as keyof typeof USAGE], '']);
  return ['npm run COMMAND -- ARGUMENTS, or node dist/main.js COMMAND ARGUMENTS', '', ...lines].join('\n').trimEnd();
}
