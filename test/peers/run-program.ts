import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program of this machine with a message on its standard input. Returns its output; throws when it fails. */
export async function runProgram(program: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  child.stdin.on('error', () => {}); // it ended without reading; its code says why
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaints}`);
  return output;
}
