import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { dropTriggers } from '../../src/database/distribute.ts';
import { on } from './citus.ts';
import { closeConnections, keepConnections, statement } from './statement.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

interface Options {
  /** Even without our tables. */
  empty?: boolean;
  /** The databases to copy, one on each machine. By default those of the run, which only test files know. */
  templates?: string[];
}

/** A new migrated, empty database for the caller. */
export async function createTestDatabase(options: Options = {}): Promise<TestDatabase> {
  const { templates = inject('templateUrls') } = options;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const everywhere = (make: (template: string) => string) =>
    Promise.all(
      templates.map((url) => {
        const besides = on(url, undefined, 'postgres');
        keepConnections(besides);
        return statement(besides, make(new URL(url).pathname.slice(1)));
      }),
    );
  // By copying files: by blocks through the log takes three times as long.
  await everywhere(
    (template) => `create database ${name} template ${options.empty ? 'template0' : template} strategy file_copy`,
  );
  const url = on(templates[0]!, undefined, name);
  keepConnections(url);
  return {
    url,
    drop: () => {
      closeConnections(url);
      return dropEverywhere(() => everywhere(() => `drop database if exists ${name} with (force)`));
    },
  };
}

/** Citus may start a process in a database while it is dropped. */
async function dropEverywhere(drop: () => Promise<unknown>): Promise<void> {
  for (let left = process.env.CITUS_URL ? 20 : 0; ; left--) {
    try {
      await drop();
      return;
    } catch (error) {
      if (left === 0 || (error as pg.DatabaseError).code !== IN_USE) throw error;
    }
  }
}

const IN_USE = '55006';

/** Makes the program replace the triggers: it takes the database for a distributed one. */
export async function removeTriggers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await dropTriggers(client);
  } finally {
    await client.end();
  }
}
