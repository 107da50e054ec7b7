import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { previewFields } from './attributes.ts';
import { hasEnded, type SkippedValue, type Terms } from './import-terms.ts';
import type { List } from './lists.ts';
import { type Change, SubscribePlan } from './subscribe-plan.ts';
import {
  attributesOf,
  type Existing,
  emailsOf,
  needsConfirmation,
  readExisting,
  type ValidatedRow,
  validOf,
} from './subscribe-rows.ts';
import { findSuppressions } from './suppressions.ts';

/** The effect on the people of rows that do not fail. Each person counts once. */
export interface PeopleCount {
  /** Will be subscribed: new, returning, or counted as confirmed. */
  subscribing: number;
  /** Will get a confirmation e-mail. */
  confirming: number;
  /** Keep their status, with updated data. */
  updating: number;
  /** Their subscription to the list will end. */
  ending: number;
  /** Not subscribed here, and stored as people who left. */
  gone: number;
}

/** The effect of importing these rows now. */
export interface RowsPreview {
  /** For each row, why it would fail, and which values would be left out. */
  rows: { issues: readonly Issue[] | null; skipped: readonly SkippedValue[] }[];
  people: PeopleCount;
  /** How many rows would fail. */
  failing: number;
  /** How many confirmations would be sent. */
  confirmations: number;
  /** How many addresses would be newly suppressed. */
  suppressions: number;
}

/** Previews subscribing these rows. Writes and locks nothing. Three statements for any number of rows. */
export async function previewRows(
  scope: Scope,
  list: List,
  validated: readonly ValidatedRow[],
  terms: Terms,
): Promise<RowsPreview> {
  const rows = validOf(validated);
  const suppressed = await findSuppressions(scope, emailsOf(rows));
  const existing = await readExisting(scope, list, rows);
  const plan = new SubscribePlan({
    teamId: scope.team.id,
    requiresConfirmation: list.requiresConfirmation,
    terms,
    suppressed,
    existing,
    fields: await previewFields(scope, attributesOf(rows)),
  });
  const previewed = validated.map((row) => {
    const result = 'value' in row ? plan.take(row.value) : row;
    return 'issues' in result
      ? { issues: result.issues, skipped: [] }
      : { issues: null, skipped: [...(row.skipped ?? []), ...result.skipped] };
  });
  const changes = [...plan.changes.values()];
  const confirmations = changes.filter(needsConfirmation).length;
  const suppressions = [...plan.reported.keys()].filter((email) => !suppressed.has(email)).length;
  const people = countPeople(changes, existing);
  return {
    rows: previewed,
    people,
    failing: previewed.filter(({ issues }) => issues).length,
    confirmations,
    suppressions,
  };
}

function countPeople(changes: readonly Change[], existing: Existing): PeopleCount {
  const count: PeopleCount = { subscribing: 0, confirming: 0, updating: 0, ending: 0, gone: 0 };
  for (const { personKey, status, joins } of changes) {
    const before = existing.get(personKey)?.status;
    if (hasEnded(status)) count[before === undefined || hasEnded(before) ? 'gone' : 'ending'] += 1;
    else if (!joins) count.updating += 1;
    else count[status === 'subscribed' ? 'subscribing' : 'confirming'] += 1;
  }
  return count;
}
