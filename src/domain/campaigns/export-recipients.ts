import { withCleanup } from '../../async/with-cleanup.ts';
import { isShared, sql } from '../../database/connect.ts';
import { readInBatches } from '../../database/cursor.ts';
import { ConflictError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { EXPORT_FORMATS } from '../exports/export-subscribers.ts';
import { CSV_FORM, type CsvForm, cellsLine, type GivenCsvForm, headerLine } from '../imports/csv/csv-form.ts';
import { countReactions } from '../ledger/count-reactions.ts';
import { readCampaign } from './campaigns.ts';
import { type RecipientRequest, recipientsWhere } from './recipient-filters.ts';

const ROWS = 1_000;

const rule = record({ format: oneOf(EXPORT_FORMATS).nullish(), ...CSV_FORM });

/** A recipient, and when each thing first happened to the message. */
interface Exported {
  email: string | null;
  state: string;
  reason: string | null;
  variant: number | null;
  sent_at: Date | null;
  opened: Date | null;
  clicked: Date | null;
  unsubscribed: Date | null;
  bounced: string | null;
  complained: Date | null;
  message: string;
}

const COLUMNS: readonly (keyof Exported)[] = [
  ...(['email', 'state', 'reason', 'variant', 'sent_at', 'opened', 'clicked', 'unsubscribed', 'bounced'] as const),
  ...(['complained', 'message'] as const),
];

/**
 * Exports the recipients of a campaign that match the filters, from one snapshot. Yields the file in parts. Throws
 * NotFoundError, ValidationError, and TooManyFilesError if too many exports are running.
 */
export async function exportRecipients(
  scope: Scope,
  campaignId: unknown,
  given: RecipientRequest & { format?: unknown } & GivenCsvForm,
): Promise<AsyncGenerator<string>> {
  if (!isShared(scope.db)) throw new ConflictError('NOT_ALONE', 'Download the export in a separate request.');
  const { id } = await readCampaign(scope, campaignId);
  const { format, ...form } = parse(rule, given);
  await countReactions(scope);
  const batches = readInBatches<Exported>(scope.db, statement(scope, id, given), ROWS);
  const first = await batches.next(); // read now, so that errors come before the response begins
  const parts = write(format === 'ndjson' ? undefined : form, first.done ? [] : first.value, batches);
  return withCleanup(parts, () => batches.return(undefined));
}

function statement(scope: Scope, campaignId: string, given: RecipientRequest) {
  const team = scope.team.id;
  const { from, where, id, personKey } = recipientsWhere(scope, campaignId, given);
  return sql`
    select p.email, e.state::text as state, case when e.state <> 'sent' then e.last_error end as reason, e.variant, e.sent_at,
           h.opened, h.clicked, h.unsubscribed, h.bounced, h.complained, e.id::text as message
    from (select ${id} as id, ${personKey} as person_key from ${from} where ${where} order by ${personKey}) chosen
    join messages e on e.team_id = ${team} and e.id = chosen.id
    left join people p on p.team_id = ${team} and p.key = chosen.person_key
    cross join lateral (
      select min(x.at) filter (where x.what = 'opened') as opened, min(x.at) filter (where x.what = 'clicked') as clicked,
             min(x.at) filter (where x.what = 'unsubscribed') as unsubscribed,
             min(left(x.what, 4)) filter (where x.what in ('hard_bounce', 'soft_bounce')) as bounced,
             min(x.at) filter (where x.what = 'complained') as complained
      from message_facts x where x.team_id = ${team} and x.message_id = chosen.id) h
    order by chosen.person_key`;
}

/** Writes NDJSON unless a CSV form is given. */
async function* write(
  form: CsvForm | undefined,
  first: readonly Exported[],
  batches: AsyncGenerator<Exported[]>,
): AsyncGenerator<string> {
  const line = form ? (row: Exported) => csvLine(row, form) : jsonLine;
  if (form) yield headerLine(COLUMNS, form);
  if (first.length > 0) yield first.map(line).join('');
  for await (const rows of batches) yield rows.map(line).join('');
}

const jsonLine = (row: Exported): string => `${JSON.stringify(row)}\n`;

const csvLine = (row: Exported, form: CsvForm): string =>
  cellsLine(
    COLUMNS.map((name) => toCell(row[name])),
    form,
  );

const toCell = (value: Exported[keyof Exported]): string =>
  value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
