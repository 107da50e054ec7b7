const NAME = /^tidings-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/;
const DAY_MS = 86_400_000;

/** The name of a scheduled backup that began at this moment. */
export const backupName = (at: Date): string => `tidings-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

/** Whether this is the name of an unfinished scheduled backup. */
export const isUnfinished = (name: string): boolean =>
  /^tidings-[\dT-]+Z\.backup\.unchecked(\.\d+\.unfinished)?$/.test(name);

/** When the backup of this name began. Undefined for other files. */
export function momentOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}

/**
 * The names to delete: all but the newest backup of each of the last `days` days with a backup, and of each of the last `weeks`
 * weeks with one. So nothing is deleted while no new backups are made. Other files are ignored.
 */
export function expired(names: readonly string[], { days, weeks }: { days: number; weeks: number }): string[] {
  const ours = names
    .filter((name) => momentOf(name))
    .sort()
    .reverse();
  const kept = new Set([...newestOf(ours, days, dayOf), ...newestOf(ours, weeks, weekOf)]);
  return ours.filter((name) => !kept.has(name));
}

/** The first name of each of the first periods. */
function newestOf(names: readonly string[], periods: number, periodOf: (at: Date) => number): string[] {
  const newest = new Map<number, string>();
  for (const name of names) {
    const period = periodOf(momentOf(name) as Date);
    if (!newest.has(period)) newest.set(period, name);
  }
  return [...newest.values()].slice(0, periods);
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** Weeks begin on Monday; the first day of Unix time was a Thursday. */
const weekOf = (at: Date): number => Math.floor((dayOf(at) + 3) / 7);
