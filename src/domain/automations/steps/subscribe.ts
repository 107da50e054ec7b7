import { run, sql } from '../../../database/connect.ts';
import { readLists } from '../../audience/lists.ts';
import { subscribeRows, validateRows } from '../../audience/subscribe-rows.ts';
import { leaveListTogether } from '../../audience/subscriptions.ts';
import { DONE, outcomesOf } from './outcomes.ts';
import type { RunAtStep, StepContext, StepOutcome, TakeStep } from './step-kind.ts';

/**
 * Subscribes the people to a list, by the rules of batch rows: double opt-in applies, and suppressed people are skipped.
 */
export const subscribe: TakeStep<'subscribe'> = async (context, { list: listId }, runs) => {
  const [list] = await readLists(context.scope, [listId], sql`for key share`);
  if (!list) return outcomesOf(runs, () => ({ outcome: 'cannot', reason: 'The list of this step was deleted.' }));
  const emails = await readEmails(context, runs);
  const persons = [...new Set(runs.map(({ person }) => person))].filter((person) => emails.has(person));
  const { rows } = await subscribeRows(
    context.scope,
    list,
    validateRows(persons.map((person) => ({ email: emails.get(person) }))),
  );
  context.forgetSubscriptions();
  const refused = new Map(
    rows.flatMap(({ index, issues }): [string, string][] =>
      issues ? [[persons[index] as string, issues.map(({ problem }) => problem).join(' ')]] : [],
    ),
  );
  return outcomesOf(runs, ({ person }): StepOutcome => {
    const reason = refused.get(person);
    return reason === undefined ? DONE : { outcome: 'skipped', reason };
  });
};

/** Ends the people's subscriptions to a list. */
export const unsubscribe: TakeStep<'unsubscribe'> = async (context, { list }, runs) => {
  await leaveListTogether(context.scope, list, [...new Set(runs.map(({ person }) => person))]);
  context.forgetSubscriptions();
  return outcomesOf(runs, () => DONE);
};

async function readEmails({ scope }: StepContext, runs: readonly RunAtStep[]): Promise<Map<string, string>> {
  const rows = await run<{ key: string; email: string }>(
    scope.db,
    sql`select key::text, email from people
        where team_id = ${scope.team.id}::int and key = any(${runs.map(({ person }) => person)}::uuid[]) and email is not null`,
  );
  return new Map(rows.map(({ key, email }) => [key, email]));
}
