import type pg from 'pg';
import { SetupError } from '../config.ts';

interface Rights {
  role: string;
  database: string;
  in_schema: boolean;
  in_database: boolean;
  owner: string | null;
}

/**
 * Throws SetupError with the missing GRANT when the role of a connection lacks the rights for migrations: to create tables in the
 * schema public and two further schemas, and to change existing ones.
 */
export async function refuseWithoutRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Rights>(`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      has_schema_privilege('public', 'usage') and has_schema_privilege('public', 'create') as in_schema,
      has_database_privilege(current_database(), 'create')
        or (to_regnamespace('event_months') is not null and to_regnamespace('graphile_worker') is not null) as in_database,
      (select quote_ident(pg_get_userbyid(relowner)) from pg_class
       where relname = 'teams' and relnamespace = 'public'::regnamespace and not pg_has_role(relowner, 'usage')) as owner`);
  const { role, database, in_schema, in_database, owner } = rows[0] as Rights;
  if (owner) {
    throw new SetupError(
      `The tables belong to the role ${owner}, but ${role} may not change them: connect as ${owner}, or run GRANT ${owner} TO ${role}`,
    );
  }
  const grants = [
    ...(in_schema ? [] : [`GRANT USAGE, CREATE ON SCHEMA public TO ${role};`]),
    ...(in_database ? [] : [`GRANT CREATE ON DATABASE ${database} TO ${role};`]),
  ];
  if (grants.length === 0) return;
  throw new SetupError(
    `The role ${role} lacks rights in the database ${database}: as the owner of the database, run ${grants.join(' ')}`,
  );
}
