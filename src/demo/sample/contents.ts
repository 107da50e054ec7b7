import type { Config } from '../../config.ts';
import { run, sql } from '../../database/connect.ts';
import { createContactField } from '../../domain/audience/contact-fields.ts';
import { createList } from '../../domain/audience/lists.ts';
import { createForm } from '../../domain/forms/forms.ts';
import { subscribeBatch } from '../../domain/imports/subscribe-batch.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { SAMPLE_DOMAIN } from '../../validation/sample-address.ts';
import { type Customers, personAt, TAGS } from '../people.ts';
import { FIELDS } from '../shop.ts';

/** Marks the names of sample objects, and keeps them apart from the team's own. */
export const ENDING = ' (sample)';
const SENDER = { fromEmail: 'hello@bakery.example', fromName: 'The Bakery' };
const BATCH = 100;
const WHOLESALE = 40;

/** The invented customers. */
export const CUSTOMERS: Customers = { count: 200, person: (number) => personAt(number, [SAMPLE_DOMAIN]) };

const rows = (count: number, step: number) =>
  Array.from({ length: count }, (_, index) => CUSTOMERS.person(index * step));

/** Creates the lists with their people. Returns the lists, and the keys of people whom the team did not know. */
export async function createAudience(
  scope: Scope,
): Promise<{ newsletter: string; wholesale: string; people: string[] }> {
  const newsletter = await createList(scope, { name: `Newsletter${ENDING}`, ...SENDER });
  const wholesale = await createList(scope, { name: `Wholesale${ENDING}`, ...SENDER });
  const keys = rows(CUSTOMERS.count, 1).map(({ email }) => personKey(scope.team.id, email));
  const known = new Set(await readKnown(scope, keys));
  const everybody = rows(CUSTOMERS.count, 1);
  for (let from = 0; from < everybody.length; from += BATCH)
    await subscribeBatch(scope, newsletter.id, { subscribers: everybody.slice(from, from + BATCH) });
  await subscribeBatch(scope, wholesale.id, { subscribers: rows(WHOLESALE, 5) });
  return { newsletter: newsletter.id, wholesale: wholesale.id, people: keys.filter((key) => !known.has(key)) };
}

async function readKnown({ db, team }: Scope, keys: readonly string[]): Promise<string[]> {
  const found = await run<{ key: string }>(
    db,
    sql`select key::text from people where team_id = ${team.id}::int and key = any(${[...keys]}::uuid[])`,
  );
  return found.map(({ key }) => key);
}

/** Declares the contact fields that the team lacks. Returns the ids of the new ones. */
export async function createFields(scope: Scope): Promise<string[]> {
  const known = await scope.db.contactField.findMany({ where: { teamId: scope.team.id } });
  const ids: string[] = [];
  for (const field of FIELDS)
    if (!known.some(({ key }) => key === field.key)) ids.push((await createContactField(scope, field)).id);
  return ids;
}

/** Which of the sample tags the team has, by id. */
export async function readTagIds({ db, team }: Scope): Promise<string[]> {
  const tags = await db.tag.findMany({ where: { teamId: team.id, slug: { in: TAGS } } });
  return tags.map(({ publicId }) => publicId);
}

/** Creates a sign-up form of the newsletter. */
export async function createSampleForm(
  scope: Scope,
  config: Pick<Config, 'publicUrl'>,
  listId: string,
): Promise<string> {
  const form = await createForm(
    scope,
    { config },
    {
      name: `Website footer${ENDING}`,
      title: 'News from the bakery',
      listId,
      fields: [{ field: 'first_name', label: 'First name' }],
    },
  );
  return form.id;
}
