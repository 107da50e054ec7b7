/**
 * `npm run pictures:dashboard` takes pictures of the dashboard of the demo's bakery, and puts them into docs/pictures/.
 * `npm run pictures:dashboard -- today campaign` takes only those. It starts the product on a temporary database, and needs
 * Chromium (at CHROMIUM, else at Debian's path).
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { checkoutRoot, databaseHome } from '../src/database/home.ts';
import { beginSession } from '../src/domain/members/sessions.ts';
import { userOf } from '../src/domain/members/users.ts';
import { newId } from '../src/ids.ts';
import { createLog } from '../src/log.ts';
import { openBrowser } from '../test/browser/chromium.ts';
import { build, buildDashboard } from '../test/support/build.ts';
import { endAll } from '../test/support/processes.ts';
import { freePort, startServer } from '../test/support/server.ts';
import { openShop } from './dashboard-pictures/shop.ts';
import { shotsOf, take } from './dashboard-pictures/shots.ts';

const FOLDER = join(checkoutRoot(), 'docs', 'pictures');

const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
await build();
await buildDashboard();
const home = await mkdtemp(join(tmpdir(), 'tidings-pictures-'));
const database = await startEmbedded(home, createLog('warn'));
try {
  const port = await freePort();
  const env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const server = await startServer({ env });
  console.log('filling the shop');
  const shop = await openShop(server, database.url);
  const secret = await signIn(database.url);
  const browser = await openBrowser();
  let bytes = 0;
  for (const shot of shotsOf(shop).filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const [name, picture] of await take(browser, server.url, secret, shot)) {
      await writeFile(join(FOLDER, `${name}.webp`), picture);
      bytes += picture.length;
      console.log(`${name}: ${picture.length} bytes`);
    }
  }
  console.log(`${bytes} bytes in all`);
  await browser.close();
  await server.process.end();
} finally {
  await endAll();
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

/** Signs the owner in; returns the secret of the session. */
async function signIn(url: string): Promise<string> {
  const { db, close } = connect(url, 1);
  const { id: userId } = await userOf(db, 'ann@bakery.example', 'Ann Miller');
  const memberId = newId();
  await db.member.create({ data: { teamId: 1, id: memberId, userId, role: 'owner' } });
  const { secret } = await beginSession(db, { teamId: 1, memberId, browser: 'Chromium', idleSeconds: 86_400 });
  await close();
  return secret;
}
