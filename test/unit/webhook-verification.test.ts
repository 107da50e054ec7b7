import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { VERIFY } from '../../src/dashboard/screens/settings/webhooks/verify-snippets.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ type: 'ping', data: { name: 'Zoë' } });

const folder = mkdtempSync(join(tmpdir(), 'tidings-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The headers of a delivery. While a secret is rotated, an older signature follows. */
function headersAt(at: Date, secret = SECRET): Record<string, string> {
  const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`);
  const signatures = [other, new Webhook(secret)].map((one) => one.sign('msg_1', at, BODY));
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

const COMMANDS = {
  TypeScript: (headers: object) => {
    const file = join(folder, 'verify.mts');
    const call = `console.log(verify(${JSON.stringify(BODY)}, new Headers(${JSON.stringify(headers)}), '${SECRET}').data.name);`;
    writeFileSync(file, `${VERIFY.TypeScript}\n${call}`);
    return ['npx', ['tsx', file]] as const;
  },
  Python: (headers: object) => {
    const file = join(folder, 'verify.py');
    const body = JSON.stringify(BODY);
    const call = `print(verify(${body}.encode(), ${JSON.stringify(headers)}, "${SECRET}")["data"]["name"])`;
    writeFileSync(file, `${VERIFY.Python}\n${call}\n`);
    return ['python3', [file]] as const;
  },
};

const run = (language: keyof typeof COMMANDS, headers: object): string => {
  const [command, args] = COMMANDS[language](headers);
  return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, PYTHONUTF8: '1' } });
};

test.each(['TypeScript', 'Python'] as const)(
  'the %s example accepts our signatures and no others',
  (language) => {
    expect(run(language, headersAt(new Date()))).toBe('Zoë\n');
    expect(() => run(language, headersAt(new Date(Date.now() - 600_000)))).toThrow('Too old');
    const foreign = headersAt(new Date(), `whsec_${Buffer.alloc(32, 9).toString('base64')}`);
    expect(() => run(language, foreign)).toThrow('Wrong signature');
  },
  60_000,
);
