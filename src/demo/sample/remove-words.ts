import { run, type Sql, sql } from '../../database/connect.ts';
import { deleteContactField } from '../../domain/audience/contact-fields.ts';
import { deleteTag } from '../../domain/audience/tag-catalogue.ts';
import { findTemplateUses } from '../../domain/content/template-uses.ts';
import { deleteTemplate, readTemplates, type Template } from '../../domain/content/templates.ts';
import type { Scope } from '../../scope.ts';
import type { SampleData } from './objects.ts';

/** Deletes the templates that nobody has changed and nothing uses. Returns the others. */
export async function removeTemplates(scope: Scope, { objects, loadedAt }: SampleData): Promise<Template[]> {
  const templates = await readTemplates(scope, objects.template);
  const uses = await findTemplateUses(scope, templates);
  const isKept = ({ updatedAt }: Template, index: number) => updatedAt > loadedAt || (uses[index]?.total ?? 0) > 0;
  for (const [index, template] of templates.entries())
    if (!isKept(template, index)) await deleteTemplate(scope, template.id);
  return templates.filter(isKept);
}

/** Deletes the contact fields that no person, form, segment or automation has. */
export async function removeFields(scope: Scope, { objects }: SampleData): Promise<void> {
  const { db, team } = scope;
  const unused = await run<{ key: string }>(
    db,
    sql`select f.key from contact_fields f where f.team_id = ${team.id}::int and f.id = any(${objects.field}::uuid[])
          and not exists (select from subscribers s where s.team_id = ${team.id}::int and s.attributes ? f.key)
          and ${notNamed(team.id, sql`f.key`)}`,
  );
  for (const { key } of unused) await deleteContactField(scope, key);
}

/** Deletes the tags that no subscriber, form, segment or automation has. */
export async function removeTags(scope: Scope, { objects }: SampleData): Promise<void> {
  const { db, team } = scope;
  const unused = await run<{ id: string }>(
    db,
    sql`select t.public_id::text as id from tags t where t.team_id = ${team.id}::int and t.public_id = any(${objects.tag}::uuid[])
          and not exists (select from subscribers s where s.team_id = ${team.id}::int and s.tag_ids && array[t.id])
          and not exists (select from forms f where f.team_id = ${team.id}::int and f.tag_ids && array[t.id])
          and ${notNamed(team.id, sql`t.name`)}`,
  );
  for (const { id } of unused) await deleteTag(scope, id);
}

/** Condition: no form, segment or automation contains the word. */
function notNamed(team: number, word: Sql): Sql {
  const within = (table: Sql, column: Sql) => sql`not exists (select from ${table} o
    where o.team_id = ${team}::int and strpos(o.${column}::text, to_json(${word}::text)::text) > 0)`;
  const places = [
    [sql`forms`, sql`fields`],
    [sql`segments`, sql`conditions`],
    [sql`automation_versions`, sql`definition`],
  ] as const;
  const [forms, segments, automations] = places.map(([table, column]) => within(table, column));
  return sql`${forms} and ${segments} and ${automations}`;
}
