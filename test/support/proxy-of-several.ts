import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '../../src/database/home.ts';
import { until } from './until.ts';

/** A proxy that runs our example for several processes. */
export interface RunningProxy {
  url: string;
  stop(): Promise<void>;
}

const example = (name: string): Promise<string> => readFile(join(checkoutRoot(), 'deploy', 'proxy', name), 'utf8');

const toPorts = (text: string, [first, second]: readonly number[]): string =>
  text.replaceAll('127.0.0.1:4001', `127.0.0.1:${first}`).replaceAll('127.0.0.1:4002', `127.0.0.1:${second}`);

/** Our example for nginx, without its certificate and on a free port. Its files go into `folder`. */
export async function startNginx(folder: string, port: number, ports: readonly number[]): Promise<RunningProxy> {
  const text = toPorts(await example('nginx.several.conf'), ports)
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(listen \[::\]|ssl_certificate).*\n/gm, '');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  const whole = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${paths.join(' ')} ${text} }`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, whole);
  return run(spawn('nginx', ['-c', file, '-e', `${folder}/error.log`], { stdio: 'ignore' }), port);
}

/** Our example for Caddy, likewise. */
export async function startCaddy(folder: string, port: number, ports: readonly number[]): Promise<RunningProxy> {
  const text = toPorts(await example('Caddyfile.several'), ports).replace(
    'news.shop.example {',
    `{\n\tadmin off\n}\n\nhttp://:${port} {\n\tbind 127.0.0.1`,
  );
  const file = join(folder, 'Caddyfile');
  await writeFile(file, text);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return run(spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore', env }), port);
}

async function run(child: ChildProcess, port: number): Promise<RunningProxy> {
  const url = `http://127.0.0.1:${port}`;
  const ended = once(child, 'close');
  await until(async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
