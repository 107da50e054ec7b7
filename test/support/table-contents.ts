import type { TestApp } from './app.ts';
import { statement } from './statement.ts';

/** All rows of all tables as text. */
export async function rowsOfTables(databaseUrl: string): Promise<string> {
  const texts: string[] = [];
  for (const name of await tablesOf(databaseUrl)) {
    const [row] = await statement(databaseUrl, `select string_agg(t::text, ' ') as rows from ${name} t`);
    texts.push((row as { rows: string | null }).rows ?? '');
  }
  return texts.join('\n');
}

async function tablesOf(databaseUrl: string): Promise<string[]> {
  const tables = await statement(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  return (tables as { name: string }[]).map(({ name }) => name);
}

/** Filled beside the calls, a second later. */
const REQUEST_LOG = 'public.api_requests';

/** How many rows each table has, and a checksum of them, except for the request log. */
export async function contentsOfTables({ databaseUrl }: TestApp): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const name of await tablesOf(databaseUrl)) {
    if (name === REQUEST_LOG) continue;
    const [row] = await statement(
      databaseUrl,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as contents from ${name} t`,
    );
    contents[name] = (row as { contents: string }).contents;
  }
  return contents;
}
