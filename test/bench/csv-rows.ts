import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { newId, personKey } from '../../src/ids.ts';

const FIRST = ['Ada', 'Bob', 'Chloé', 'Dmitri', 'Eve', 'Farah', 'Gus', 'Hana'];
const LAST = ['Lovelace', 'Müller', "O'Neil", 'Petrov', 'Quist', 'Rossi', 'Smith', 'Tanaka'];
const CITY = ['Porto', 'Berlin', 'Lyon', 'Oslo', 'Kyoto'];
const LOCALE = ['en', 'de', 'fr', 'nb', 'ja'];
export const TAGS = ['vip', 'new', 'spring', 'fair', 'shop', 'blog', 'app', 'beta'];

const of = <Value>(values: readonly Value[], n: number): Value => values[n % values.length] as Value;

/** Person number n, always the same. */
const person = (n: number) => ({
  email: `person${n}.${(n * 7919) % 1000}@mail${n % 50}.example`,
  first: of(FIRST, n),
  last: of(LAST, n >> 3),
  locale: of(LOCALE, n),
  city: of(CITY, n >> 2),
  tags: [n % TAGS.length, (n * 5 + 3) % TAGS.length],
});

/** Writes the same people as a CSV file and as two files for COPY into people and subscribers. */
export async function writeFiles(
  names: { csv: string; people: string; subscribers: string },
  rows: number,
  to: CopyTarget,
) {
  const csv = createWriteStream(names.csv);
  const people = createWriteStream(names.people);
  const subscribers = createWriteStream(names.subscribers);
  csv.write('email,first_name,last_name,locale,tags,attributes.city\r\n');
  for (let n = 0; n < rows; n++) {
    const { email, first, last, locale, city, tags } = person(n);
    const key = personKey(to.teamId, email);
    const tagNames = tags.map((tag) => TAGS[tag]).join(';');
    const ids = [...new Set(tags)].map((tag) => to.tagIds[tag]).sort((a, b) => a! - b!);
    csv.write(`${email},${first},${last},${locale},${tagNames},${city}\r\n`);
    people.write(`${to.teamId}\t${key}\t${email}\n`);
    const fit = subscribers.write(
      `${to.teamId}\t${newId()}\t${to.listId}\t${key}\t${email}\t${first}\t${last}\t${locale}\tsubscribed\t{${ids}}\t{"city":"${city}"}\t2026-01-01\n`,
    );
    if (!fit) await once(subscribers, 'drain');
  }
  await Promise.all([csv, people, subscribers].map((file) => once(file.end(), 'close')));
}

export interface CopyTarget {
  teamId: number;
  listId: string;
  tagIds: number[];
}

export const COLUMNS = {
  people: 'team_id, key, email',
  subscribers:
    'team_id, id, list_id, person_key, email, first_name, last_name, locale, status, tag_ids, attributes, subscribed_at',
};
