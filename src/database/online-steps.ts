import { statementsOf } from './statements-of.ts';

/**
 * A statement of an online migration. Each can be repeated, because an interrupted migration starts again. `build index` and
 * `validate` take long on a large table while others write; the other kinds take a brief lock.
 */
export type Step = { sql: string } & (
  | { kind: 'build index'; name: string; table: string }
  | { kind: 'drop index'; name: string }
  | { kind: 'add constraint'; name: string; table: string }
  | { kind: 'validate' }
  | { kind: 'set not null' }
);

type Kind = Step['kind'];

const FORMS: readonly (readonly [Kind, RegExp])[] = [
  [
    'build index',
    /^create (?:unique )?index concurrently (?:if not exists )?"?(?<name>\w+)"? on (?:only )?"?(?<table>\w+)"?(?= ?\(| using)/i,
  ],
  ['drop index', /^drop index concurrently (?:if exists )?"?(?<name>\w+)"?$/i],
  [
    'add constraint',
    /^alter table "?(?<table>\w+)"? add constraint "?(?<name>\w+)"? (?:(?:check|foreign key) .* not valid|(?:unique|primary key) using index "?\w+"?)$/i,
  ],
  ['validate', /^alter table "?\w+"? validate constraint "?\w+"?$/i],
  ['set not null', /^alter table "?\w+"? alter (?:column )?"?\w+"? set not null$/i],
];

/** Statements of these kinds cannot share a transaction. */
const ONLINE: ReadonlySet<Kind> = new Set(['build index', 'drop index', 'validate']);

/**
 * The steps of an online migration: one that builds or drops an index CONCURRENTLY, or validates a constraint. Undefined for any
 * other migration. Throws when it also has statements that cannot be repeated: they belong in a separate migration.
 */
export function stepsOf(sql: string): Step[] | undefined {
  const read = statementsOf(sql).map((statement) => [statement, readStep(statement)] as const);
  if (!read.some(([, step]) => step && ONLINE.has(step.kind))) return undefined;
  return read.map(([statement, step]) => {
    if (step) return step;
    throw new Error(`an online migration cannot have this statement, which cannot be repeated safely: ${statement}`);
  });
}

function readStep(sql: string): Step | undefined {
  const line = sql.replace(/\s+/g, ' ');
  for (const [kind, form] of FORMS) {
    const found = form.exec(line);
    if (found) return { kind, sql, ...found.groups } as Step;
  }
  return undefined;
}
