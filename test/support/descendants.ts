import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** All descendant processes of a process. */
export async function descendants(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.flatMap(([child, its]) => (its === parent ? [child!, ...below(child!)] : []));
  return below(pid);
}
