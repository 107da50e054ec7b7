import { advanceDueRuns } from '../../src/domain/automations/runs/advance-runs.ts';
import { processSignals } from '../../src/domain/automations/runs/process-signals.ts';
import type { Log } from '../../src/log.ts';
import type { TestApp } from './app.ts';
import { runAutomations } from './run-automations.ts';

/** Runs several automation workers in this process, and collects their warnings. */
export function startWorkers(api: TestApp, count: number): { warnings: unknown[]; stop(): Promise<void> } {
  const warnings: unknown[] = [];
  const warn = (...said: unknown[]) => warnings.push(said);
  const log = { ...api.installation.log, warn, error: warn } as unknown as Log;
  let stopped = false;
  const loop = async (work: () => Promise<number>) => {
    while (!stopped) if ((await work()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const loops = Array.from({ length: count }, () => [
    loop(() => processSignals(api.db, log)),
    loop(() => advanceDueRuns(api.db, log)),
  ]).flat();
  return {
    warnings,
    /** Resolves once nothing is due. */
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
      await runAutomations(api);
    },
  };
}
