import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { checkoutRoot } from '../../src/database/home.ts';
import { createTestDatabase } from '../support/database.ts';
import { directives, readNginx } from '../support/nginx-conf.ts';
import { freePort } from '../support/server.ts';
import { until } from '../support/until.ts';

const ROOT = checkoutRoot();
const read = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const execute = promisify(execFile);

/** Files that the build stage removes before the copy. */
const isInImage = (path: string): boolean => !/\/dist\/builds\/[^/]+\/node_modules$/.test(path);

/** Whether a program is on this machine: then it validates its file itself. */
const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-deploy-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program's verdict on a text: its exit code and its output. */
async function verdict(name: string, text: string, program: string, args: (file: string) => string[]) {
  const file = join(folder, name);
  await writeFile(file, text);
  const { status, stdout, stderr } = spawnSync(program, args(file), { encoding: 'utf8' });
  return { code: status, said: `${stdout}${stderr}` };
}

interface Instruction {
  name: string;
  rest: string;
}

/** The stages of a Dockerfile. */
function stages(text: string): Instruction[][] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(Boolean);
  const found: Instruction[][] = [];
  for (const line of lines) {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line)!;
    if (name === 'FROM') found.push([]);
    found.at(-1)!.push({ name: name!, rest: rest! });
  }
  return found;
}

describe('the Dockerfile', () => {
  const [build, image] = stages(read('Dockerfile')) as [Instruction[], Instruction[]];
  const the = (name: string) => image.filter((one) => one.name === name).map(({ rest }) => rest);
  const env = Object.fromEntries(the('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('='))));

  test('runs as an unprivileged account, on a Node that the package allows, and receives the stop signal', () => {
    expect(the('USER')).toEqual(['node']);
    expect(image.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      image.findIndex(({ name }) => name === 'RUN'),
    );
    for (const { rest } of [build[0]!, image[0]!]) {
      const [, major, minor = '99'] = /^node:(\d+)(?:\.(\d+))?-[\w-]+slim( AS \w+)?$/.exec(rest)!;
      const [least, leastMinor] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
        .engines.node.replace('>=', '')
        .split('.')
        .map(Number);
      expect(Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor)).toBe(true);
    }
    expect(the('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  test('settings are known to the server', () => {
    expect(readConfig(env)).toMatchObject({
      host: '0.0.0.0',
      port: Number(the('EXPOSE')[0]),
      dataDir: the('VOLUME')[0],
    });
  });

  test('excludes no file that the build needs', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n').filter(Boolean);
    const needed = [
      'package.json',
      'package-lock.json',
      'prisma',
      'prisma.config.ts',
      'pictures',
      'src',
      'codegen.ts',
      'scalars.json',
    ];
    const configs = ['server', 'builds', 'libraries', 'playground', 'dashboard'].map((name) => `${name}.config.ts`);
    for (const name of [...needed, 'tsconfig.json', ...configs]) {
      expect([name, existsSync(join(ROOT, name)), ignored.includes(name)]).toEqual([name, true, false]);
    }
    expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'dist', '.git', '.data']));
  });

  test('copies all files that the server needs: it runs from these alone, and its health check says so', async () => {
    const app = join(folder, 'app');
    await mkdir(app);
    expect(build.map(({ rest }) => rest).join(' ')).toContain('rm -rf dist/builds/*/node_modules');
    for (const rest of the('COPY')) {
      const [, from, to] = /^--from=build \/app\/(\S+) \.\/(\S*)$/.exec(rest)!;
      if (from === 'node_modules') await symlink(join(ROOT, from), join(app, from));
      else await cp(join(ROOT, from!), join(app, to || from!), { recursive: true, filter: isInImage });
    }
    const database = await createTestDatabase();
    const [, ...check] = JSON.parse(/CMD (\[.*\])$/.exec(the('HEALTHCHECK')[0]!)![1]!) as string[];
    const [, ...entry] = [...JSON.parse(the('ENTRYPOINT')[0]!), ...JSON.parse(the('CMD')[0]!)] as string[];
    const settings = {
      ...{ ...env, PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') },
      PORT: String(await freePort()),
    };
    const isHealthy = async () => {
      const checked = await execute(process.execPath, check, { env: settings }).catch((error) => error);
      return checked.code === undefined;
    };
    expect(await isHealthy()).toBe(false);
    const server = execFile(process.execPath, entry, { cwd: app, env: settings });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    await until(isHealthy);
    const picture = await fetch(`http://127.0.0.1:${settings.PORT}/pictures/hero-shop.png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await isHealthy()).toBe(false);
    await database.drop();
  });
});

describe('the compose file', () => {
  interface Service {
    image: string;
    environment: Record<string, string>;
    volumes: string[];
    depends_on?: Record<string, { condition: string }>;
    build?: { context: string; dockerfile: string };
    healthcheck?: object;
    ports?: string[];
    stop_grace_period?: string;
    read_only?: boolean;
    user?: string;
  }
  const text = read('compose.yaml');
  const { services, volumes } = load(text) as { services: Record<string, Service>; volumes: Record<string, null> };
  const { tidings, database } = services as { tidings: Service; database: Service };

  test('builds from the Dockerfile, waits for the database, and keeps both data', () => {
    expect(existsSync(join(ROOT, 'deploy', tidings.build!.context, tidings.build!.dockerfile))).toBe(true);
    expect(tidings.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck).toBeDefined();
    const kept = [...tidings.volumes, ...database.volumes].map((volume) => volume.split(':'));
    expect(kept.map(([name]) => name).toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(kept.map(([, path]) => path)).toEqual(['/data', '/var/lib/postgresql']);
    expect(database.image).toMatch(/^postgres:\d+/);
  });

  test('is reached from this machine alone, writes only its data, and has time to stop', () => {
    expect(tidings.ports).toEqual(['127.0.0.1:4000:4000']);
    expect(database.ports).toBeUndefined();
    expect(tidings.read_only).toBe(true);
    expect(Number.parseInt(tidings.stop_grace_period!, 10)).toBeGreaterThan(10);
  });

  const filled = { PUBLIC_URL: 'https://news.shop.example', POSTGRES_PASSWORD: 'secret1', APP_SECRET: 'x'.repeat(32) };
  const fill = (value: string, given: Record<string, string>): string =>
    value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, otherwise) => {
      const set = given[name];
      if (!set && kind === '?') throw new Error(`${name} is required: ${otherwise}`);
      return set ?? otherwise ?? '';
    });
  const settings = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(tidings.environment).map(([name, value]) => [name, fill(value, given)]));

  test('settings are known to the server, and those without a default are required', () => {
    expect(readConfig(settings(filled))).toMatchObject({
      ...{ publicUrl: filled.PUBLIC_URL, appSecret: filled.APP_SECRET, mailUrl: undefined },
      databaseUrl: 'postgresql://tidings:secret1@database:5432/tidings',
    });
    const documented = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
    for (const name of Object.keys(tidings.environment)) expect(documented).toContain(`\`${name}\``);
    for (const name of Object.keys(filled)) {
      expect(() => settings({ ...filled, [name]: '' })).toThrow(`${name} is required`);
    }
    expect(() => fill(database.environment.POSTGRES_PASSWORD!, {})).toThrow('POSTGRES_PASSWORD is required');
  });

  test.runIf(isThere('docker', 'compose', 'version'))('is accepted by docker compose', async () => {
    const env = { ...process.env, ...filled };
    const { stdout } = await execute(
      'docker',
      ['compose', '-f', join(ROOT, 'deploy', 'compose.yaml'), 'config', '-q'],
      { env },
    );
    expect(stdout).toBe('');
  });
});

describe('the systemd unit', () => {
  const unit = read('systemd/tidings.service');
  const setting = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);
  const here = unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/tidings', ROOT);

  test('starts the built program, as its own account, and leaves it time to stop', () => {
    const [, program] = /^\/usr\/bin\/node (\S+) serve$/.exec(setting('ExecStart')[0]!)!;
    expect(existsSync(join(ROOT, program!))).toBe(true);
    expect(setting('User')).toEqual(['tidings']);
    expect(Number(setting('TimeoutStopSec')[0])).toBeGreaterThan(10);
    expect(setting('KillMode')).toEqual(['mixed']); // PostgreSQL is stopped by the server, not beside it
    expect(setting('MemoryDenyWriteExecute')).toEqual([]); // Node would not start
    const [, dataDir] = /DATA_DIR=(\S+)/.exec(setting('Environment')[0]!)!;
    expect(dataDir).toBe(`/var/lib/${setting('StateDirectory')[0]}`);
  });

  test('has only sections and settings, each once or on purpose', () => {
    const lines = unit.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) expect(line).toMatch(/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/);
    const names = lines.filter((line) => line.includes('=')).map((line) => line.split('=')[0]!);
    expect([...new Set(names.filter((name, index) => names.indexOf(name) < index))]).toEqual(['SystemCallFilter']);
  });

  test.runIf(isThere('systemd-analyze', '--version'))(
    'is accepted by systemd, which finds it well protected',
    async () => {
      const verify = (text: string) => verdict('tidings.service', text, 'systemd-analyze', (file) => ['verify', file]);
      expect(await verify(here)).toEqual({ code: 0, said: '' });
      expect((await verify(here.replace('Restart=always', 'Restart=sometimes'))).said).toContain('restart');
      const judge = (text: string) =>
        verdict('tidings.service', text, 'systemd-analyze', (file) => [
          'security',
          '--offline=true',
          '--threshold=20',
          file,
        ]);
      expect((await judge(here)).code).toBe(0);
      expect((await judge(here.replace(/^(Protect|Private|System).*$/gm, ''))).code).not.toBe(0);
    },
  );
});

describe('the example for nginx', () => {
  const conf = readNginx(read('proxy/nginx.conf'));
  const [site] = directives(conf, 'location').filter(({ args }) => args[0] === '/');
  const inSite = (name: string) => directives(site!.inside!, name).map(({ args }) => args.join(' '));
  const seconds = (time: string) => Number.parseInt(time, 10) * ({ s: 1, m: 60, h: 3600 }[time.at(-1)!] ?? 1);

  test('passes a parser that reports mistakes', () => {
    for (const wrong of ['server { listen 80 }', 'server { listen 80;', '}', 'a; ;'])
      expect(() => readNginx(wrong)).toThrow();
  });

  test('passes live updates on at once and never cuts them, and WebSockets too', () => {
    const [upstream] = directives(conf, 'upstream');
    expect(inSite('proxy_pass')).toEqual([`http://${upstream!.args[0]}`]);
    expect(directives(upstream!.inside!, 'server')[0]!.args).toEqual([`127.0.0.1:${readConfig({}).port}`]);
    expect([inSite('proxy_buffering'), inSite('proxy_http_version')]).toEqual([['off'], ['1.1']]);
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout'])
      expect(seconds(inSite(name)[0]!)).toBeGreaterThanOrEqual(3600);
    const [map] = directives(conf, 'map');
    expect(map!.inside).toContainEqual({ name: 'default', args: ['upgrade'] });
    expect(inSite('proxy_set_header')).toEqual(
      expect.arrayContaining(['Upgrade $http_upgrade', `Connection ${map!.args[1]}`, 'Host $host']),
    );
  });

  test('accepts files of any size, keeps links out of the log, and hides the metrics', () => {
    const args = (name: string) => directives(conf, name).map(({ args }) => args[0]);
    expect([args('client_max_body_size'), args('proxy_request_buffering'), args('access_log')]).toEqual([
      ['0'],
      ['off'],
      ['off'],
    ]);
    const [metrics] = directives(conf, 'location').filter(({ args }) => args.join(' ') === '= /metrics');
    expect(metrics!.inside).toEqual([{ name: 'return', args: ['404'] }]);
  });

  test.runIf(isThere('nginx', '-v'))('is accepted by nginx', async () => {
    const pem = join(ROOT, 'test', 'support', 'certificates');
    const here = read('proxy/nginx.conf')
      .replace(/\S+fullchain\.pem/, join(pem, 'valid.pem'))
      .replace(/\S+privkey\.pem/, join(pem, 'key.pem'));
    const whole = (text: string) =>
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${text} }`;
    const check = (text: string) => verdict('nginx.conf', whole(text), 'nginx', (file) => ['-t', '-c', file]);
    expect(await check(here)).toMatchObject({ code: 0 });
    expect((await check(here.replace('proxy_buffering off', 'proxy_bufering off'))).code).not.toBe(0);
  });
});

describe('the example for Caddy', () => {
  const text = read('proxy/Caddyfile');

  test('forwards to the server, passes live updates on at once, and hides the metrics', () => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
    let depth = 0;
    for (const line of lines) {
      if (line === '}') depth -= 1;
      expect(depth).toBeGreaterThanOrEqual(0);
      if (line.endsWith('{')) depth += 1;
    }
    expect(depth).toBe(0);
    expect(lines).toEqual(
      expect.arrayContaining([
        `reverse_proxy 127.0.0.1:${readConfig({}).port} {`,
        'flush_interval -1',
        'respond /metrics 404',
      ]),
    );
    expect(text.split('\n').filter((line) => /^ /.test(line))).toEqual([]); // `caddy fmt` has tabs
  });

  test.runIf(isThere('caddy', 'version'))('is accepted by Caddy', async () => {
    const check = (text: string) =>
      verdict('Caddyfile', text, 'caddy', (file) => ['validate', '--adapter', 'caddyfile', '--config', file]);
    expect(await check(text)).toMatchObject({ code: 0 });
    expect((await check(text.replace('flush_interval', 'flush_intervall'))).code).not.toBe(0);
  });
});

describe('the timers for backups', () => {
  const service = read('systemd/tidings-backup.service');
  const timer = read('systemd/tidings-backup.timer');
  const main = read('systemd/tidings.service');
  const setting = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

  test('run the command that makes a scheduled backup, with the settings of the server', () => {
    expect(setting(service, 'ExecStart')).toBe('/usr/bin/node dist/main.js backup --scheduled');
    for (const name of ['User', 'WorkingDirectory', 'Environment', 'EnvironmentFile', 'StateDirectory']) {
      expect([name, setting(service, name)]).toEqual([name, setting(main, name)]);
    }
    expect(setting(timer, 'Persistent')).toBe('true');
    expect(read('cron/tidings-backup')).toMatch(
      /^0 3 \* \* \* tidings .*node dist\/main\.js backup --scheduled > \/dev\/null$/m,
    );
  });

  test.runIf(isThere('systemd-analyze', '--version'))('are accepted by systemd', async () => {
    const here = service.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/tidings', ROOT);
    await writeFile(join(folder, 'tidings-backup.service'), here);
    const verify = (name: string, text: string) => verdict(name, text, 'systemd-analyze', (file) => ['verify', file]);
    expect(await verify('tidings-backup.timer', timer)).toEqual({ code: 0, said: '' });
    expect((await verify('tidings-backup.timer', timer.replace('03:00:00', '25:00:00'))).said).toContain('25:00:00');
  });
});
