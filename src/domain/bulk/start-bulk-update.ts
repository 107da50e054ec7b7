import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { oneOf, record, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { checkAttribute, declareAttribute } from '../audience/set-attribute.ts';
import { ensureTags } from '../audience/tags.ts';
import { LEASE_SECONDS } from '../leased-work.ts';
import { type BulkChange, bulkChange, readChange } from './actions.ts';
import { type BulkUpdate, readBulkUpdate, scheduleBulkUpdate } from './bulk-updates.ts';
import { chosenWhere, EACH, fingerprintOf, readChoice, refusing, sentChoice } from './chosen-people.ts';
import { countChosen } from './chosen-rows.ts';

export const bulkUpdateInput = record({
  change: bulkChange,
  people: sentChoice,
  each: oneOf(EACH).nullish(),
  dryRun: yesOrNo().nullish(),
});

/** A started bulk update, or none for a dry run, and the number of chosen subscriptions or people. */
export interface StartedBulkUpdate {
  bulkUpdate: BulkUpdate | null;
  total: number;
}

/**
 * Counts the chosen subscriptions or people, and unless it is a dry run starts a change to them in the background. People
 * who are added later are not changed. Throws ValidationError.
 */
export function startBulkUpdate(scope: Scope, given: object): Promise<StartedBulkUpdate> {
  return transaction(scope, async (scope) => {
    const { change: sent, people, each: asked, dryRun } = parse(bulkUpdateInput, given);
    const change = await inside('change', async () => checked(scope, readChange(sent)));
    const each = asked ?? 'subscription';
    const chosen = await inside('people', () => readChoice(scope, each, people));
    const where = await inside('people', () => chosenWhere(scope, chosen).catch(within('filter')));
    const total = await countChosen(scope, each, where);
    if (dryRun) return { bulkUpdate: null, total };
    await prepare(scope, change);
    const fingerprint = fingerprintOf(await chosenWhere(scope, chosen));
    const id = newId();
    await run(
      scope.db,
      sql`insert into bulk_updates (team_id, id, action, settings, each, people, total, lease_until)
          values (${scope.team.id}::int, ${id}::uuid, ${change.action}::text, ${JSON.stringify(change.settings)}::jsonb,
                  ${each}::text,
                  ${JSON.stringify({ ...chosen, fingerprint })}::jsonb, ${total}::int,
                  now() + make_interval(secs => ${LEASE_SECONDS}))`,
    );
    await scheduleBulkUpdate(scope, id);
    return { bulkUpdate: await readBulkUpdate(scope, id), total };
  });
}

/** The same change. Throws ValidationError for a list that does not exist, and for an unfit attribute. */
async function checked(scope: Scope, change: BulkChange): Promise<BulkChange> {
  const { action, settings } = change;
  if (action === 'subscribe') await readList(scope, settings.listId).catch(refusing(['subscribe', 'listId'], 'a list'));
  if (action !== 'set_attribute') return change;
  const wrong = await checkAttribute(scope, settings.attribute as string, settings.value);
  if (wrong) throw new ValidationError([{ path: ['setAttribute', wrong.of], problem: wrong.problem }]);
  return change;
}

/** Makes tags and fields before the first chunk, which locks people: other writers lock people first and make tags then. */
async function prepare(scope: Scope, { action, settings: { tags, attribute, value } }: BulkChange): Promise<void> {
  if (action === 'add_tags') await ensureTags(scope, tags ?? []);
  if (action === 'set_attribute' && value != null) await declareAttribute(scope, attribute as string);
}

/** Names the input in front of the fields of a ValidationError. */
const within = (name: string) => (error: unknown) => {
  if (!(error instanceof ValidationError)) throw error;
  throw new ValidationError(error.issues.map(({ path, ...issue }) => ({ ...issue, path: [name, ...path] })));
};

const inside = <Result>(name: string, read: () => Promise<Result>): Promise<Result> => read().catch(within(name));
