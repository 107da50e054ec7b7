import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { checkoutRoot } from '../../src/database/home.ts';

const ROOT = checkoutRoot();
const read = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const documented = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
const UNITS = ['tidings@.service', 'tidings-work@.service'] as const;

/** The variables that a unit sets, for the instance 1 or 4001. */
const environmentOf = (unit: string, instance: string): Record<string, string> =>
  Object.fromEntries(
    /^Environment=(.*)$/m
      .exec(unit)![1]!
      .replaceAll('%i', instance)
      .split(' ')
      .map((one) => one.split('=') as [string, string]),
  );

test('the units differ from that of one process only in description, environment and command', () => {
  const lines = (name: string) =>
    read(`systemd/${name}`)
      .replace(/^#.*\n/gm, '')
      .split('\n');
  const one = lines('tidings.service');
  for (const unit of UNITS) {
    const changed = lines(unit).filter((line) => !one.includes(line));
    expect(changed.map((line) => line.split('=')[0])).toEqual(['Description', 'Environment', 'ExecStart']);
  }
});

test('their settings are known, documented, and of one instance alone', () => {
  const serve = environmentOf(read('systemd/tidings@.service'), '4001');
  const work = environmentOf(read('systemd/tidings-work@.service'), '1');
  expect(readConfig(serve)).toMatchObject({ port: 4001, drainSeconds: 2 });
  expect(readConfig(work)).toMatchObject({ healthPort: 4101 });
  for (const name of ['HEALTH_PORT', 'DRAIN_SECONDS']) expect(documented).toContain(`\`${name}\``);
  for (const wrong of ['-1', '4', 'x'])
    expect(() => readConfig({ DRAIN_SECONDS: wrong })).toThrow('DRAIN_SECONDS must be');
});

test('both proxies forward to the ports of the units, and notice a stopping process before it refuses requests', () => {
  const nginx = [...read('proxy/nginx.several.conf').matchAll(/^ +server 127\.0\.0\.1:(\d+) max_fails=0;$/gm)];
  const caddy = /^\treverse_proxy 127\.0\.0\.1:(\d+) 127\.0\.0\.1:(\d+) \{$/m.exec(read('proxy/Caddyfile.several'))!;
  expect(nginx.map(([, port]) => port)).toEqual(['4001', '4002']);
  expect(caddy.slice(1)).toEqual(['4001', '4002']);
  expect(Number(/health_interval (\d+)ms/.exec(read('proxy/Caddyfile.several'))![1]) * 2).toBeLessThan(2_000);
});

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd accepts the units', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-units-'));
  for (const name of UNITS) {
    const here = read(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/tidings', ROOT);
    await writeFile(join(folder, name), here);
    const verified = spawnSync('systemd-analyze', ['verify', join(folder, name)], { encoding: 'utf8' });
    expect([verified.status, `${verified.stdout}${verified.stderr}`]).toEqual([0, '']);
  }
  await rm(folder, { recursive: true });
});
