/** A process that serves the database at the URL in its arguments, on a free port, until it is killed. */
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { createLog } from '../../src/log.ts';
import { createApp } from '../../src/server.ts';
import { SECRET } from './secret.ts';

const [url, pool = '10'] = process.argv.slice(2);
const settings = { appSecret: SECRET, rateLimitPerMinute: 0, databasePool: Number(pool) };
const config = { ...readConfig({}), ...settings };
const installation = await openInstallation(config, url!, createLog(process.env.TEST_LOG ?? 'silent'));
const app = await createApp(installation);
process.send!({ base: await app.listen({ port: 0, host: '127.0.0.1' }) });
