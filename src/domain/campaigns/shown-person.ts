import { run, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { shownAttributes } from '../audience/shown-attributes.ts';
import type { SubscriberData } from '../content/subscriber-values.ts';
import { readAudience } from './audience.ts';
import type { Campaign } from './campaigns.ts';

/** A person of the campaign's list, as messages show them. */
export interface ShownPerson extends SubscriberData {
  personKey: string;
}

/** The person in previews of a campaign without recipients. */
export const EXAMPLE: Omit<ShownPerson, 'personKey'> = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  locale: null,
  timezone: null,
  tags: [],
  attributes: {},
  subscribedAt: null,
};

/** The people of a list that match `which`: a condition on `subscribers s`, with any clauses after it. One statement. */
export const readPeople = (scope: Scope, listId: string, which: Sql): Promise<ShownPerson[]> =>
  run<ShownPerson>(
    scope.db,
    sql`select s.id::text, s.person_key::text as "personKey", s.email, s.first_name as "firstName",
          s.last_name as "lastName", s.locale, s.timezone, ${shownAttributes(sql`${scope.team.id}::int`)} as attributes,
          s.subscribed_at as "subscribedAt",
          case when s.tag_ids = '{}' then '{}' else array(
            select t.name from tags t where t.team_id = ${scope.team.id} and t.id = any(s.tag_ids) order by t.name) end as tags
        from subscribers s where s.team_id = ${scope.team.id} and s.list_id = ${listId}::uuid and ${which}`,
  );

/** Returns a subscriber of the campaign's list by the id in the field `field`. Throws ValidationError. */
export async function readChosen(scope: Scope, listId: string, id: string, field: string): Promise<ShownPerson> {
  const [person] = await readPeople(scope, listId, sql`s.id = ${id}::uuid`);
  if (person) return person;
  throw new ValidationError([{ path: [field], problem: 'must be the id of a subscriber of the list.' }]);
}

/** Returns a person on a list by their key, if they are on it. */
export const readOnList = async (scope: Scope, listId: string, key: string): Promise<ShownPerson | undefined> =>
  (await readPeople(scope, listId, sql`s.person_key = ${key}::uuid`))[0];

/** The first recipient who is still on the list; before sending, the first person of the current audience. */
export async function readFirst(scope: Scope, campaign: Campaign): Promise<ShownPerson | undefined> {
  const { listId, id, enqueuedAt } = campaign;
  const [first] = await readPeople(
    scope,
    listId,
    enqueuedAt
      ? sql`s.person_key in (select m.person_key from messages m where m.team_id = ${scope.team.id} and m.campaign_id = ${id}::uuid
          order by m.person_key limit 100) order by s.person_key limit 1`
      : sql`${await readAudience(scope, campaign)} order by s.id limit 1`,
  );
  return first;
}
