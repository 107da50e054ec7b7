import cluster from 'node:cluster';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { answerForAll } from '../metrics/all-processes.ts';
import { ProcessGroup } from './process-group.ts';
import { type Command, stopSignal } from './run.ts';

/**
 * Runs PROCESSES processes of `serve` on one port, each with server and workers. SIGHUP restarts them one after the other.
 * Ends on SIGTERM or SIGINT.
 */
export const start: Command = async (args) => {
  const { processes, logLevel } = readConfig(process.env);
  if (processes === 1) {
    const { serve } = await import('./serve.ts');
    return serve(args);
  }
  cluster.setupPrimary({ args: ['serve', ...args] });
  answerForAll();
  const group = new ProcessGroup(processes, createLog(logLevel), stopSignal());
  process.on('SIGHUP', () => group.restart());
  if (!(await group.run())) process.exit(1); // it has printed why
};
