import { resolve } from 'node:path';
import { z } from 'zod';
import { wholeNumber } from './settings.ts';

/** When and where scheduled backups are made, and how long they are kept. */
export interface BackupSettings {
  /** A folder, or a bucket (`s3://…`). */
  to: string;
  /** Minutes after midnight, UTC. If absent, only `npm run backup -- --scheduled` makes backups. */
  minute?: number;
  /** The number of days with a daily backup, and the number of weeks with a weekly backup. */
  keep: { days: number; weeks: number };
  /** Whether each backup is restored into a temporary database. */
  restores: boolean;
  /** A file with the public key or passphrase for encryption. */
  encryptTo?: string;
  passphraseFile?: string;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The environment variables of these settings. */
export const backupVariables = {
  BACKUP_URL: z
    .string()
    .refine(
      (value) => /^(\/|s3:\/\/)/.test(value),
      'must be a folder such as /var/backups/tidings, or begin with s3://',
    )
    .optional(),
  BACKUP_AT: z
    .string()
    .refine((value) => value === 'off' || TIME.test(value), 'must be a time (UTC) such as 03:00, or off')
    .default('03:00'),
  BACKUP_KEEP_DAYS: wholeNumber(1, 3_650).default(7),
  BACKUP_KEEP_WEEKS: wholeNumber(0, 520).default(4),
  BACKUP_CHECK: z.enum(['restore', 'checksum'], 'must be restore or checksum').default('restore'),
  BACKUP_ENCRYPT_TO: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
};

type Values = z.output<z.ZodObject<typeof backupVariables>>;

/** The settings of the variables. Absent without BACKUP_URL. */
export function backupOf(value: Values): { backup?: BackupSettings } {
  if (!value.BACKUP_URL) return {};
  const [, hours, minutes] = TIME.exec(value.BACKUP_AT) ?? [];
  return {
    backup: {
      to: value.BACKUP_URL.startsWith('s3://') ? value.BACKUP_URL : resolve(value.BACKUP_URL),
      ...(hours && { minute: Number(hours) * 60 + Number(minutes) }),
      keep: { days: value.BACKUP_KEEP_DAYS, weeks: value.BACKUP_KEEP_WEEKS },
      restores: value.BACKUP_CHECK === 'restore',
      ...(value.BACKUP_ENCRYPT_TO && { encryptTo: value.BACKUP_ENCRYPT_TO }),
      ...(value.BACKUP_PASSPHRASE_FILE && { passphraseFile: value.BACKUP_PASSPHRASE_FILE }),
    },
  };
}
