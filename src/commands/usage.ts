import { UsageError } from './run.ts';

/** How each command is called, and last what it does. */
const USAGE = {
  serve: ['serve [--no-workers]', 'Runs the HTTP server, and the workers too. This is what npm start does.'],
  work: ['work', 'Runs the workers alone.'],
  migrate: ['migrate', 'Migrates the database. Every other command does this too.'],
  token: [
    'token create --name N --ability read|write [--team ID] [--rate-limit N] [--expires-at TIME]',
    'token revoke TOKEN',
    'Creates a token and prints it; revokes one, by itself or by its id.',
  ],
  team: [
    'team create --name N [--from-email A] [--from-name N]',
    'team suspend|resume --team ID',
    'Creates a team and prints its id and first token; suspends a team, resumes it.',
  ],
  member: [
    'member invite --email E --role owner|editor|viewer [--team ID]',
    'Prints a link that makes somebody a member of the team and signs them in, once, within seven days.',
  ],
  field: [
    'field index --key K [--team ID]',
    'field unindex --key K [--team ID]',
    'Creates or drops an index on the values of a contact field, for large lists.',
  ],
  webhook: [
    'webhook secret [--team ID] [--replace]',
    "Prints what the deliveries of a team's automations are signed with; replaces it, and the one before signs too for a day.",
  ],
  campaign: [
    'campaign recount --campaign ID|--all',
    'Counts the figures of reports again from the rows, and prints how many were wrong. Safe while things happen.',
  ],
  automation: [
    'automation recount --automation ID|--all',
    'Counts the figures of automations again from the rows, and prints how many were wrong. Safe while things happen.',
  ],
  import: [
    'import FILE.csv --list ID [--team ID] [--mapping JSON] [--tags a,b] [--delimiter D] [--encoding E] [--statuses JSON] [--formats JSON] [--on-invalid skip_value|fail_row] [--confirmed] [--consent TEXT] [--resubscribe] [--import-unsubscribed]',
    'Imports a CSV file into a list.',
  ],
  backup: [
    'backup [--encrypt-to KEY.pem | --passphrase-file FILE] [--with-secret] FILE',
    'backup --scheduled',
    'backup --elsewhere',
    'Writes the whole installation into one file, while it runs; the same to BACKUP_URL, checks it and removes old ones; notes that another program backed it up just now.',
  ],
  restore: [
    'restore [--check] [--key KEY.pem | --passphrase-file FILE] FILE',
    'Restores a backup into an installation without data, or only checks it.',
  ],
  'upgrade-database': [
    'upgrade-database [--binaries FOLDER]',
    'Moves the embedded database to the PostgreSQL of this version, and keeps the old data. FOLDER has the older PostgreSQL.',
  ],
  secret: [
    'secret --accept',
    'secret --re-encrypt',
    'Goes on with the current APP_SECRET after the former one was lost; encrypts stored secrets again after a change.',
  ],
  jobs: [
    'jobs list',
    'jobs retry|drop ID|--all',
    'Lists the background jobs that failed too often; has workers try them again; removes them.',
  ],
  distribute: [
    'distribute',
    'Spreads the tables over the machines of a Citus cluster (docs/operations.md). Stop every other process first.',
  ],
  'seed-demo': ['seed-demo [--team ID]', "Fills a team with a shop's data to explore."],
} satisfies Record<string, string[]>;

/** The error for a command that was called in another way. */
export const wrongCall = (name: keyof typeof USAGE): UsageError =>
  new UsageError(USAGE[name].slice(0, -1).join(', or '));

/** How a command is called; how all are, when it is not known. */
export function usageOf(name: string | undefined): string {
  const known = name !== undefined && Object.hasOwn(USAGE, name) ? [name] : Object.keys(USAGE);
  const lines = known.flatMap((command) => [...USAGE[command as keyof typeof USAGE], '']);
  return ['npm run COMMAND -- ARGUMENTS, or node dist/main.js COMMAND ARGUMENTS', '', ...lines].join('\n').trimEnd();
}
