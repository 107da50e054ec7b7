import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createLog } from '../../src/log.ts';
import { build, buildDashboard } from './build.ts';
import { createCitusTemplate, dropDistributedDatabase } from './citus.ts';
import { removeTriggers } from './database.ts';
import { keepCluster, restoreCluster } from './kept-cluster.ts';
import { offerSharedServer } from './offer-shared-server.ts';
import { statement } from './statement.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database without connections, on each machine: test databases are copies of it. */
    templateUrls: string[];
    /** See offer-shared-server.ts. */
    sharedServerAt: string;
  }
}

/** Durability is not needed here, and a password for one run need not be strong. */
const CARELESS = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  scram_iterations: '1',
  // A hundred small databases come and go: searching a large cache for their pages, and vacuuming them, takes longer than it
  // saves.
  ...{ shared_buffers: '64MB', autovacuum: 'off' },
};

/**
 * One PostgreSQL for the whole run, deleted afterwards, and a build of the current src, made before the first test: a test that
 * reads the dashboard while another builds it finds half of it. With CITUS_URL it is that cluster instead; with
 * TEST_LAYOUT=distributed it is one PostgreSQL that the program takes for a cluster. The server that test files share starts when
 * the first one needs it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build();
  await buildDashboard();
  const log = createLog('warn');
  if (process.env.CITUS_URL) {
    const urls = await createCitusTemplate(process.env.CITUS_URL, log);
    const end = await provide(project, urls);
    return async () => {
      await end();
      await dropDistributedDatabase(urls);
    };
  }
  const home = await mkdtemp(join(tmpdir(), 'tidings-test-'));
  if (!(await restoreCluster(home))) {
    const made = await startEmbedded(home, log, CARELESS);
    await checkPasswordsFast(made.url);
    await migrate(made.url, log);
    await made.stop();
    await keepCluster(home);
  }
  const database = await startEmbedded(home, log, CARELESS);
  if (process.env.TEST_LAYOUT === 'distributed') await removeTriggers(database.url);
  const end = await provide(project, [database.url]);
  return async () => {
    await end();
    await database.stop();
    await rm(databaseHome(home), { recursive: true });
    await rm(home, { recursive: true, force: true });
  };
}

/** Gives the test files what they need of a run; returns a function that ends it. */
async function provide(project: TestProject, templates: string[]): Promise<() => Promise<void>> {
  const shared = await offerSharedServer(templates);
  project.provide('templateUrls', templates);
  project.provide('sharedServerAt', shared.url);
  return shared.close;
}

/** Sets the same password again with fewer rounds: by default both sides compute thousands of rounds per connection. */
async function checkPasswordsFast(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await statement(url, `alter role ${username} password '${password}'`);
}
