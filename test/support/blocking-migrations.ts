import { isOffline } from '../../src/database/offline-migrations.ts';
import { stepsOf } from '../../src/database/online-steps.ts';
import { statementsOf } from '../../src/database/statements-of.ts';

/** Written before a statement, it says why the statement stops nobody and breaks nothing, although it looks like one that does. */
const CHECKED = /--\s*checked: \S.{9,}\n\s*$/;

/** A default that is computed once for all rows, or is the same for them: PostgreSQL writes no row anew. */
const FIXED =
  /^(?:'(?:[^']|'')*'|-?[\d.]+|true|false|null|now\(\)|(?:transaction_timestamp|statement_timestamp)\(\)|current_(?:timestamp|date)|array\[[^()]*\])(?:::[\w".[\]() ]+)?$/i;

const ONLINE = 'in a migration of its own: CREATE INDEX CONCURRENTLY';
const UNCHECKED = 'ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a migration after it';
const IN_USE = 'the previous release still uses it: remove it in a later release';

/**
 * What in the SQL of a migration would stop writes to a large table for long, or break processes of the previous release that go on
 * beside it. Tables that the migration makes itself are free.
 */
export function breachesOfMigration(sql: string): string[] {
  if (isOffline({ sql })) return []; // nothing else runs
  let steps: ReturnType<typeof stepsOf>;
  try {
    steps = stepsOf(sql);
  } catch (error) {
    return [(error as Error).message];
  }
  if (steps) return breachesOfSteps(steps);
  const made = new Set<string>();
  return withComments(sql).flatMap(({ statement, comment }) => {
    const line = statement.replace(/\s+/g, ' ');
    const found = breachesOfStatement(line, made);
    const table = /^create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/i.exec(line)?.[1];
    if (table) made.add(table);
    return CHECKED.test(comment) ? [] : found;
  });
}

/** A column is scanned with a lock unless a constraint says already that it is never null. */
function breachesOfSteps(steps: NonNullable<ReturnType<typeof stepsOf>>): string[] {
  return steps.flatMap(({ kind, sql }, index) =>
    kind === 'set not null' && !steps.slice(0, index).some((before) => before.kind === 'validate')
      ? [`${sql}: first VALIDATE CONSTRAINT of a CHECK (… IS NOT NULL)`]
      : [],
  );
}

function breachesOfStatement(line: string, made: ReadonlySet<string>): string[] {
  const named = (pattern: RegExp) => {
    const table = pattern.exec(line)?.[1];
    return table !== undefined && !made.has(table);
  };
  const breach = (why: string) => [`${line.slice(0, 100)}: ${why}`];
  if (named(/^create (?:unique )?index .*? on (?:only )?"?(\w+)"?/i)) return breach(ONLINE);
  if (named(/^(?:update|delete from|truncate(?: table)?|lock(?: table)?) (?:only )?"?(\w+)"?/i))
    return breach('it keeps all these rows from others: let a job change them in chunks');
  if (/^(?:reindex|cluster|vacuum full|refresh)\b/i.test(line)) return breach('it writes everything anew');
  if (/^(?:insert into .* select|create table .* as select)\b.* from /i.test(line))
    return breach('the locks of the statements before last as long as it reads: a migration of its own, or a job');
  if (/^do\b/i.test(line)) return breach('what it does cannot be read here');
  if (/^drop index .*_p?key"?$/i.test(line)) return breach(IN_USE); // ON CONFLICT names it
  if (/^drop (?:table|column|type|function|view|schema|sequence)\b/i.test(line)) return breach(IN_USE);
  if (/^alter type .* rename\b/i.test(line)) return breach(IN_USE);
  const altered = /^alter table (?:if exists )?(?:only )?"?(\w+)"? (.*)$/i.exec(line);
  if (!altered || made.has(altered[1] as string)) return [];
  return actionsOf(altered[2] as string).flatMap((action) => {
    const why = breachOfAction(action);
    return why ? [`${altered[1]}: ${action}: ${why}`] : [];
  });
}

function breachOfAction(action: string): string | undefined {
  if (/^add (?:constraint "?\w+"? )?(?:check|foreign key|unique|primary key|exclude)\b/i.test(action)) {
    if (/ not valid$/i.test(action)) return undefined;
    return /^add constraint "?\w+"? (?:unique|primary key) using index/i.test(action) ? undefined : UNCHECKED;
  }
  if (/^add (?:column )?(?:if not exists )?"?\w+"? /i.test(action)) return breachOfColumn(action);
  if (/^alter (?:column )?"?\w+"? (?:set data )?type\b/i.test(action)) return 'it writes the table anew: add a column';
  if (/^alter (?:column )?"?\w+"? set not null$/i.test(action))
    return 'it reads the table with a lock, and the previous release may write null: a CHECK that is NOT VALID, validated in a later migration';
  if (/^set (?:logged|unlogged|tablespace)|^attach partition/i.test(action)) return 'it writes or reads the table';
  if (/^(?:drop|rename)\b/i.test(action) && !/^drop default/i.test(action)) return IN_USE;
  return undefined;
}

function breachOfColumn(action: string): string | undefined {
  if (/\b(?:big|small)?serial\b|generated (?:always|by default) as\b/i.test(action)) return 'it writes the table anew';
  if (/\b(?:references|check|unique|primary key)\b/i.test(action)) return UNCHECKED;
  const fallback = /\bdefault (.*?)(?: (?:not )?null)?$/i.exec(action)?.[1];
  if (fallback !== undefined && !FIXED.test(fallback.trim())) return 'its default writes each row: add it without';
  if (/\bnot null\b/i.test(action) && fallback === undefined) return 'rows have no value for it: give it a default';
  return undefined;
}

/** The parts of ALTER TABLE between commas, but for those in brackets and texts. */
function actionsOf(text: string): string[] {
  const actions = [''];
  let depth = 0;
  let isText = false;
  for (const letter of text) {
    if (letter === "'") isText = !isText;
    if (!isText && '(['.includes(letter)) depth++;
    if (!isText && ')]'.includes(letter)) depth--;
    if (letter === ',' && depth === 0 && !isText) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}

/** Each statement with the comments between it and the one before. */
function withComments(sql: string): { statement: string; comment: string }[] {
  let from = 0;
  return statementsOf(sql).map((statement) => {
    const at = sql.indexOf(statement, from);
    const comment = sql.slice(from, at);
    from = at + statement.length;
    return { statement, comment };
  });
}
