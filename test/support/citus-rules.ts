import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ON_ONE_MACHINE } from '../../src/database/by-team.ts';
import { EVERYWHERE, ON_COORDINATOR } from '../../src/database/distribute.ts';

/** The distributed tables of the Prisma schema, and their names in its client. */
const SCHEMA = new URL('../../prisma/schema/', import.meta.url).pathname;
const MODELS = readdirSync(SCHEMA)
  .flatMap((file) =>
    readFileSync(join(SCHEMA, file), 'utf8')
      .split(/^model /m)
      .slice(1),
  )
  .filter((model) => model.includes('@map("team_id")'));
const tablesOf = (models: readonly string[]): string[] =>
  models.flatMap((model) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? []);
const SPREAD: ReadonlySet<string> = new Set(
  tablesOf(MODELS).filter((table) => !ON_COORDINATOR.has(table) && !EVERYWHERE.has(table)),
);

/** Tables whose rows the coordinator numbers. */
const NUMBERED: ReadonlySet<string> = new Set(tablesOf(MODELS.filter((model) => model.includes('autoincrement()'))));

/** A query of a statement: the main query, or one of its WITH. */
interface Part {
  name: string;
  text: string;
  inserts: boolean;
  writes: boolean;
  locks: boolean;
}

const LOCK = /\bfor (no key update|update|key share|share)\b/;

/** Splits a statement into its queries. */
function partsOf(statement: string): Part[] {
  const found: [string, string][] = [];
  let rest = statement.trim().replace(/;$/, '');
  while (/^(with( recursive)?|,)\s/.test(rest) || rest.startsWith(',')) {
    const head =
      /^(?:with(?: recursive)?|,)\s*(\w+)(?:\s*\([^)]*\))?\s+as\s+(?:not materialized|materialized)?\s*\(/.exec(rest);
    if (!head) break;
    const end = closing(rest, head[0].length - 1);
    found.push([head[1]!, rest.slice(head[0].length, end)]);
    rest = rest.slice(end + 1).trim();
  }
  found.push(['', rest]);
  return found.map(([name, text]) => {
    const verb = /^\s*(insert|update|delete|merge)\b/.exec(text)?.[1];
    return { name, text, inserts: verb === 'insert', writes: verb !== undefined, locks: LOCK.test(text) };
  });
}

function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

interface Named {
  table: string;
  /** Its name in the query. */
  alias: string;
  /** Whether rows are inserted into it: Citus checks the team of each. */
  receives: boolean;
}

const NO_ALIAS =
  /^(set|where|on|join|left|right|cross|inner|order|group|for|limit|union|using|returning|select|values|default)?$/;

/** The distributed tables in a query. */
function tablesIn(text: string): Named[] {
  const pattern = /\b(from|join|update|into|using)\s+(?:"public"\.)?"?(\w+)"?(?:\s+(?:as\s+)?(\w+))?/g;
  return [...text.matchAll(pattern)].flatMap(([, verb, table = '', alias = '']) =>
    SPREAD.has(table) ? [{ table, alias: NO_ALIAS.test(alias) ? table : alias, receives: verb === 'into' }] : [],
  );
}

const VALUE = String.raw`(?:\$\d+|\d+)(?:::int)?`;

/** The names of tables in a query whose team is a value, directly or by a join with such a table. */
function withTeam(text: string, tables: readonly Named[]): Set<string> {
  const isAlone = tables.every((one) => one.alias === tables[0]!.alias);
  const column = ({ table, alias }: Named) =>
    isAlone || alias === table ? String.raw`(?:\b${alias}\.|(?<![\w.]))"?team_id"?` : String.raw`\b${alias}\.team_id`;
  const known = new Set<string>();
  for (const one of tables) {
    const its = column(one);
    if (new RegExp(`${its} = ${VALUE}|${its} in \\(${VALUE}\\)|${VALUE} = ${its}`).test(text)) known.add(one.alias);
  }
  for (const _ of tables) {
    for (const { alias } of tables) {
      const joined = [...known].some((other) =>
        new RegExp(String.raw`\b(${alias}\.team_id = ${other}|${other}\.team_id = ${alias})\.team_id\b`).test(text),
      );
      if (joined) known.add(alias);
    }
  }
  return known;
}

/** A column cast to an array or an enum: in SET, or in a subquery, which becomes a part of SET. */
const CAST = /\bset .*\b\w+\.\w+::("\w+"|\w+\[\])/;

/** A column and an interval, which depends on the session's time zone. */
const INTERVAL = /\b\w+\.\w+ [+-] (?:make_interval|interval '')|make_interval\(\w+ => (?!\$)/;

/** Functions that make text depending on settings. */
const MAKES_TEXT = /\bset .*\b(format|concat|concat_ws|to_char|array_to_string)\(/;

/**
 * The coordinator's tables with a key to `teams`, or that these refer to: Citus knows them, and refuses statements that also
 * write an unknown table.
 */
export const BESIDE_TEAMS = ['api_tokens', 'invitations', 'members', 'passkeys', 'sessions', 'users'];

const NAMES_KNOWN = new RegExp(
  String.raw`\b(?:from|join|into|update) "?(?:${[...BESIDE_TEAMS, ...EVERYWHERE].join('|')})\b`,
);

/** The beginning of a writing query, with its table. */
const verbOf = (text: string): string => /^\s*(?:insert into|update|delete from) "?\w+/.exec(text)?.[0] ?? '';

/** Whether a query writes to a coordinator-only table: it may read from anywhere. */
const isOfCoordinator = (text: string): boolean =>
  ON_COORDINATOR.has(/^\s*(?:insert into|update|delete from) "?(\w+)"?/.exec(text)?.[1] ?? '');

/** Aggregates and functions that PostgreSQL treats as mutable, because the text of some types depends on settings. */
const MAKES_JSON =
  /\b(?:set|returning)\b.*\b(jsonb?_agg|jsonb?_object_agg|jsonb?_build_object|jsonb?_build_array|to_jsonb?)\(/;

/** Whether Citus selects the inserted rows by a separate query: the statement counts them, or the coordinator numbers them. */
const isSelectedApart = (text: string): boolean =>
  NUMBERED.has(/^\s*insert into "?(\w+)/.exec(text)?.[1] ?? '') || / group by /.test(text);

/**
 * Citus does not send such a query to one machine, so it must be able to split its subqueries by team: each names the team by a
 * join, or is independent and selects rows.
 */
function breachesOfSubqueries(text: string): string[] {
  const outer = new Set(
    [...text.matchAll(/\b(?:from|join) (\w+) (?:as )?(\w+)|\) (?:as )?(\w+) ?\((?!select)/g)].flatMap(
      ([, table = '', alias = '', given = '']) => (given ? [given] : SPREAD.has(table) ? [alias] : []),
    ),
  );
  return [...text.matchAll(/\bexists \(/g)].flatMap(({ index, 0: head }) => {
    const from = index + head.length;
    const subquery = text.slice(from, closing(text, from - 1));
    const [one] = tablesIn(subquery);
    if (!one) return [];
    const { alias, table } = one;
    const others = [...subquery.matchAll(/\b(\w+)\.\w+/g)].map(([, name]) => name!).filter((name) => name !== alias);
    if (others.length === 0) return /^select from/.test(subquery) ? [`exists selects nothing of ${table}`] : [];
    const isJoined = new RegExp(String.raw`\b${alias}\.team_id = \w+\.|\w\.team_id = ${alias}\.team_id`).test(subquery);
    const compares = others.some(
      (other) =>
        outer.has(other) &&
        new RegExp(String.raw`\b${alias}\.\w+ = ${other}\.|\b${other}\.\w+ = ${alias}\.`).test(subquery),
    );
    return compares && !isJoined
      ? [`a subquery of ${table} ${alias} names its team by a value in what is inserted`]
      : [];
  });
}

/** The beginning of a query that joins a table with given rows. */
const JOINS_ROWS = /^\s*select (?:(?!\bfrom\b).)*from \w+(?: \w+)? (?:join|cross join) (?:unnest|jsonb_to_recordset)\(/;

/** A left join; captures its condition. */
const LEFT_JOINS = /\bleft join \w+ \w+ on ((?:(?!\b(?:join|where)\b).)*)/g;

/** A left join with a null value or `false` matches no row, so PostgreSQL drops it, and Citus then refuses other joins of the statement. */
function breachesOfNulls(statement: string, values: readonly unknown[]): string[] {
  return [...statement.matchAll(LEFT_JOINS)].flatMap(([, condition = '']) => [
    ...(/\band false\b/.test(condition) ? ['joins where nothing matches'] : []),
    ...[...condition.matchAll(/(\w+\.\w+) = \$(\d+)/g)].flatMap(([, column, number]) =>
      (values[Number(number) - 1] ?? null) === null ? [`joins where ${column} is a value that is null`] : [],
    ),
  ]);
}

/** What a change computes: Citus accepts only expressions that depend on no setting. It also knows the coordinator's tables beside teams. */
function breachesOfValues(name: string, text: string): string[] {
  const breaches: string[] = [];
  if (/\bcase\b(?:(?!\bend\b).)*\b(now|random)\(\)/.test(text) && /^\s*(update|delete)/.test(text))
    breaches.push(`the clock in CASE in ${name}`);
  if (/^\s*(update|delete)/.test(text) && /coalesce\([^()]*(\([^()]*\)[^()]*)*\bnow\(\)/.test(text))
    breaches.push(`the clock in COALESCE in ${name}`);
  if (/do update set.*\b(now|random)\(\)/.test(text)) breaches.push(`the clock in DO UPDATE in ${name}`);
  if (/^\s*update/.test(text) && INTERVAL.test(text)) breaches.push(`an interval with a column in ${name}`);
  const cast = /^\s*update/.test(text) && CAST.exec(text);
  if (cast) breaches.push(`a cast to ${cast[1]} in SET in ${name}`);
  const made = /^\s*update/.test(text) && MAKES_TEXT.exec(text);
  if (made) breaches.push(`${made[1]} in SET in ${name}`);
  return breaches;
}

/** The rules of docs/adr/0044 that a statement with its values breaks: Citus would refuse it or run it wrongly. */
export function breachesOf(original: string, values: readonly unknown[] = []): string[] {
  if (original.includes(ON_ONE_MACHINE)) return [];
  const statement = original
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim();
  if (!/^(with|select|insert|update|delete|merge)\b/.test(statement)) return [];
  const parts = partsOf(statement);
  const apart = parts.find((part) => part.writes && isOfCoordinator(part.text) && !NAMES_KNOWN.test(verbOf(part.text)));
  if (apart && NAMES_KNOWN.test(statement)) return [`writes what Citus does not know beside what it knows`];
  if (parts.every(({ text }) => tablesIn(text).length === 0)) {
    return parts.flatMap(({ name, text }) => (NAMES_KNOWN.test(verbOf(text)) ? breachesOfValues(name, text) : []));
  }
  const breaches = breachesOfNulls(statement, values);
  if (/\b(pg_notify|pg_(try_)?advisory\w+|set_config)\(|\bpg_locks\b/.test(statement)) {
    breaches.push('asks the coordinator beside tables that are spread');
  }
  if (parts.every(({ text, writes, locks }) => !locks && (!writes || isOfCoordinator(text)))) return breaches;
  if (/^with recursive/.test(statement)) breaches.push('is recursive');
  for (const { text } of parts) {
    const tables = tablesIn(text);
    const known = withTeam(text, tables);
    for (const { table, alias, receives } of tables) {
      if (!receives && !known.has(alias)) breaches.push(`names no team of ${table} ${alias}`);
    }
  }
  for (const { text, writes, name } of parts) {
    if (!writes) continue;
    breaches.push(...breachesOfValues(name, text));
    const json = MAKES_JSON.exec(text);
    if (json) breaches.push(`${json[1]} in SET or RETURNING in ${name}`);
  }
  const selected = parts.filter(({ inserts, text }) => inserts && isSelectedApart(text));
  for (const { text } of selected) breaches.push(...breachesOfSubqueries(text));
  if (parts.some(({ inserts }) => inserts) && parts.length > 1) {
    const names = parts.map(({ name }) => name).filter(Boolean);
    for (const { text, locks, name } of parts) {
      // In a subquery, as of a lateral join, it may.
      if (locks && JOINS_ROWS.test(text) && selected.length > 0)
        breaches.push(`${name} locks and joins given rows in a statement that inserts`);
      const read = names.find((one) => new RegExp(`(?<!array\\(select \\w+ )\\b(from|join|,) ${one}\\b`).test(text));
      if (locks && read) breaches.push(`${name} locks and reads ${read} in a statement that inserts`);
    }
  }
  return breaches;
}
