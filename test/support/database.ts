import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of the caller's own. `empty`: without even our tables. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'));
  const url = new URL(template);
  url.pathname = `/test_${randomBytes(6).toString('hex')}`;
  const name = url.pathname.slice(1);
  const source = options.empty ? 'template0' : template.pathname.slice(1);
  // As files: block by block, through the log, takes three times as long.
  await administer(template, `create database ${name} template ${source} strategy file_copy`);
  return { url: url.href, drop: () => administer(template, `drop database if exists ${name} with (force)`) };
}

async function administer(template: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', template).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
