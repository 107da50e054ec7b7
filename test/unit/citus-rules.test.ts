import { expect, test } from 'vitest';
import { readFunctions } from '../../src/database/functions.ts';
import { statementsOf } from '../../src/database/statements-of.ts';
import { breachesOf } from '../support/citus-rules.ts';

// Every statement that the suites send is read by these rules (test/support/hold-citus-rules.ts).

test.each([
  ['a locked row names its team', 'select id from messages m where m.team_id = $1 and m.id = $2 for update'],
  [
    'a team that comes by a join is named',
    'delete from messages m using campaigns c where c.team_id = $1 and m.team_id = c.team_id',
  ],
  ['reading speaks of all teams', 'select team_id from messages where due_at <= now()'],
  ['the coordinator is asked alone', "select pg_notify('tidings', $1)"],
  [
    'what the coordinator keeps has no rules',
    'insert into rate_windows (team_id) values ($1) on conflict (team_id) do update set at = now()',
  ],
  [
    'what is computed where it is read may speak of the clock',
    'with h as (select m.id, case when $2 then now() end as at from messages m where m.team_id = $1 for update) update messages m set due_at = h.at from h where m.team_id = $1 and m.id = h.id',
  ],
])('%s', (_, statement) => {
  expect(breachesOf(statement)).toEqual([]);
});

test.each([
  ['names no team of messages m', 'select id from messages m where m.due_at <= now() for update skip locked'],
  [
    'names no team of messages m',
    'update messages m set due_at = now() from unnest($1::int[]) as t(id) where m.team_id = t.id',
  ],
  [
    'asks the coordinator beside tables that are spread',
    "with d as (delete from messages m where m.team_id = $1 returning m.id) select pg_notify('tidings', id::text) from d",
  ],
  [
    'the clock in CASE in ',
    'update messages m set sent_at = case when m.fence > 1 then now() end where m.team_id = $1',
  ],
  [
    'the clock in COALESCE in ',
    'update messages m set first_try_at = coalesce(m.first_try_at, now()) where m.team_id = $1',
  ],
  [
    'the clock in DO UPDATE in ',
    'insert into people (team_id, key) values ($1, $2) on conflict (team_id, key) do update set at = now()',
  ],
  [
    'an interval with a column in ',
    'update messages m set due_at = m.due_at + make_interval(secs => $2) where m.team_id = $1',
  ],
  [
    'an interval with a column in ',
    'update sessions s set expires_at = s.created_at + make_interval(secs => $2) where s.hash = $1',
  ],
  [
    'jsonb_agg in SET or RETURNING in ',
    'update subscribers s set attributes = shown(s.attributes, (select jsonb_agg(c.number) from field_changes c where c.team_id = $1)) where s.team_id = $1',
  ],
  [
    'a cast to int[] in SET in ',
    'update subscribers s set tag_ids = given.tag_ids::int[] from unnest($2::text[]) as given(tag_ids) where s.team_id = $1',
  ],
  [
    'a cast to "State" in SET in ',
    'update automation_runs r set state = m.next from (select given.state::"State" as next from unnest($2::text[]) as given(state)) m where r.team_id = $1',
  ],
  [
    'an interval with a column in ',
    "update campaigns c set updated_at = greatest($2::timestamptz, c.updated_at + interval '1 millisecond') where c.team_id = $1",
  ],
  [
    'format in SET in ',
    "update campaigns c set pause_reason = format('%s bounced', c.sent_count) where c.team_id = $1",
  ],
  [
    'exists selects nothing of automation_listeners',
    'insert into automation_signals (team_id, person_key) select $1::int, g.person from unnest($2::uuid[]) as g(person) where exists (select from automation_listeners l where l.team_id = $1)',
  ],
  [
    'a subquery of automation_listeners l names its team by a value in what is inserted',
    'insert into automation_signals (team_id, kind) select $1::int, g.kind from unnest($2::text[]) as g(kind) where exists (select from automation_listeners l where l.team_id = $1 and l.kind = g.kind)',
  ],
  [
    'a subquery of subscribers o names its team by a value in what is inserted',
    'insert into automation_signals (team_id, person_key) select $1::int, s.person_key from subscribers s where s.team_id = $1 and not exists (select from subscribers o where o.team_id = $1 and o.person_key = s.person_key and o.id > s.id)',
  ],
  [
    'writes what Citus does not know beside what it knows',
    'with used as (update sign_ins set used_at = now() where link_hash = $1 returning email) select u.id from used join users u on u.email = used.email',
  ],
  [
    'held locks and joins given rows in a statement that inserts',
    "with held as (select m.id from messages m join unnest($2::uuid[]) as given(id) on given.id = m.id where m.team_id = $1 for update) insert into attempts (team_id, message_id, outcome) select $1, id, 'deferred' from held",
  ],
  [
    'held locks and reads given in a statement that inserts',
    'with given as (select $2::uuid as id), held as (select m.id from messages m join given on given.id = m.id where m.team_id = $1 for update) insert into attempts (team_id, message_id) select $1, id from held',
  ],
])('%s', (breach, statement) => {
  expect(breachesOf(statement)).toEqual([breach]);
});

test('a left join does not compare with a null value, and may match something', () => {
  const joined =
    'select s.id from people p left join subscribers s on s.team_id = p.team_id and s.list_id = $2::uuid where p.team_id = $1';
  expect(breachesOf(joined, [1, 'a list'])).toEqual([]);
  expect(breachesOf(joined, [1, null])).toEqual(['joins where s.list_id is a value that is null']);
  expect(breachesOf(joined.replace(' where', ' and false where'), [1, 'a list'])).toEqual([
    'joins where nothing matches',
  ]);
});

/** The SQL in the body of a database function, with the team as a value. */
const queriesOf = (sql: string): string[] => {
  const [, body = ''] = /\$\$([\s\S]*)\$\$/.exec(sql)!;
  return statementsOf(body.replace(/\bteam\b/g, '$1')).flatMap(
    (text) =>
      /\b(with|select|insert|update|delete|perform)\b[\s\S]*/.exec(text.replace(/\bperform\b/g, 'select'))?.[0] ?? [],
  );
};

test.each((await readFunctions()).map(({ name, sql }) => [name, sql]))(
  'a cluster accepts each statement of %s',
  (_, sql) => {
    expect(queriesOf(sql).flatMap((query) => breachesOf(query, [1]).map((breach) => `${breach}: ${query}`))).toEqual(
      [],
    );
  },
);
