import { advanceDueRuns } from '../../src/domain/automations/runs/advance-runs.ts';
import { processSignals } from '../../src/domain/automations/runs/process-signals.ts';
import { createLog } from '../../src/log.ts';
import type { TestApp } from './app.ts';

const log = createLog('warn');

/** Works as an automation worker until nothing is due. */
export async function runAutomations({ db }: TestApp): Promise<void> {
  while ((await processSignals(db, log)) + (await advanceDueRuns(db, log)) > 0);
}
