/** The cost of counting calls for a read, in the server's processor time. `npx tsx test/bench/rate-limit.ts [calls]` */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { migrate } from '../../src/database/migrate.ts';
import { bootstrap } from '../../src/domain/platform/teams.ts';
import { openInstallation } from '../../src/installation.ts';
import { createLog } from '../../src/log.ts';
import { createApp } from '../../src/server.ts';

const CALLS = Number(process.argv[2] ?? 5_000);
const ROUNDS = 6;
const LIMITS = [0, 1_000_000_000, 1_000_000];

const log = createLog('silent');
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, createLog('warn'));
await migrate(database.url, log);

async function open(limit: number) {
  const installation = await openInstallation(
    { ...readConfig({}), appSecret: 'the secret of the benchmarks, 36 long', rateLimitPerMinute: limit },
    database.url,
    log,
  );
  return { limit, installation, app: await createApp(installation), times: [] as number[] };
}

const servers = [];
for (const limit of LIMITS) servers.push(await open(limit));
const token = (await bootstrap(servers[0]!.installation.connection.db)) as string;
const headers = { authorization: `Bearer ${token}` };
const { data } = (
  await servers[0]!.app.inject({
    method: 'POST',
    url: '/v1/lists',
    headers,
    payload: { name: 'A', from_email: 'a@b.example' },
  })
).json();

for (let round = 0; round < ROUNDS; round += 1) {
  for (const { app, times } of servers) {
    const { user, system } = process.cpuUsage();
    for (let call = 0; call < CALLS; call += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const { statusCode } = await app.inject({ url: `/v1/lists/${data.id}`, headers });
          if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
        }),
      );
    }
    const used = process.cpuUsage();
    times.push((used.user + used.system - user - system) / CALLS);
  }
}

for (const { limit, times } of servers) {
  const middle = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
  console.log(`limit ${limit || 'off'}: ${middle.toFixed(1)} µs of processor time a read`);
}
for (const { app, installation } of servers) {
  await app.close();
  await installation.close();
}
await database.stop();
await rm(databaseHome(home), { recursive: true, force: true });
await rm(home, { recursive: true, force: true });
