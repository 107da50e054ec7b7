import { run, sql } from '../../database/connect.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { byNameOrId } from '../content/template-references.ts';
import { shareCalls } from '../share-calls.ts';

/** The data of a template that a new mail needs. */
export interface MailTemplate {
  id: string;
  name: string;
  subject: string | null;
  /** Only the subject of each language. */
  localeVariants: Prisma.JsonValue;
  /** Whether a variable without a value stops its mails. */
  strict: boolean;
  updatedAt: Date;
}

/** The data of the team that new mails need. */
export interface MailContext {
  teamName: string;
  /** The team's sender, if it has one. */
  sender: { fromEmail: string; fromName: string | null } | undefined;
  /** Existing templates, by name and by id. */
  templates: ReadonlyMap<string, MailTemplate>;
}

type Row = { teamName: string; fromEmail: string | null; fromName: string | null } & Partial<MailTemplate>;

/**
 * Reads the team and at least the templates with these names or ids, without their content. Simultaneous calls of a team share one
 * statement.
 */
export const readMailContext = shareCalls(async (scope: Scope, calls: readonly (readonly string[])[]) => {
  const context = await readContext(scope, [...new Set(calls.flat())]);
  return calls.map(() => context);
});

async function readContext(scope: Scope, names: readonly string[]): Promise<MailContext> {
  const ids = names.filter(isId);
  const isAsked =
    ids.length > 0
      ? sql`(t.name = any(${[...names]}::text[]) or t.id = any(${ids}::uuid[]))`
      : sql`t.name = any(${[...names]}::text[])`;
  const rows = await run<Row>(
    scope.db,
    sql`select team.name as "teamName", team.from_email as "fromEmail", team.from_name as "fromName",
               t.id::text, t.name, t.subject, t.strict, t.updated_at as "updatedAt",
               (select jsonb_object_agg(locale, jsonb_build_object('subject', variant->'subject'))
                from jsonb_each(t.locale_variants) as variants(locale, variant)) as "localeVariants"
        from teams team left join templates t on t.team_id = team.id and ${isAsked}
        where team.id = ${scope.team.id}`,
  );
  const [{ teamName, fromEmail, fromName }] = rows as [Row];
  const templates = rows.flatMap(({ id, name, subject = null, localeVariants = null, strict = false, updatedAt }) =>
    id && name && updatedAt ? [{ id, name, subject, localeVariants, strict, updatedAt }] : [],
  );
  return { teamName, sender: fromEmail ? { fromEmail, fromName } : undefined, templates: byNameOrId(templates) };
}
