import type { Verdict } from '../support/dkim-verifier.ts';
import type { DnsServer } from '../support/dns-server.ts';
import { runProgram } from './run-program.ts';

/** Debian's own, with its dkimpy; there may be others in the path. */
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

const SCRIPT = new URL('./dkimpy.py', import.meta.url).pathname;

/** dkimpy's verdict on a message's signature, with records from a DNS server. */
export async function verifyWithDkimpy(raw: string, dns: DnsServer): Promise<Verdict> {
  return JSON.parse(await runProgram(PYTHON, [SCRIPT, dns.address], raw));
}
