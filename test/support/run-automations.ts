import { moveDueRuns } from '../../src/domain/automations/runs/move-runs.ts';
import { takeSignals } from '../../src/domain/automations/runs/take-signals.ts';
import { createLog } from '../../src/log.ts';
import type { TestApp } from './app.ts';

const log = createLog('warn');

/** Works as an automation worker until nothing is due. */
export async function runAutomations({ db }: TestApp): Promise<void> {
  while ((await takeSignals(db, log)) + (await moveDueRuns(db, log)) > 0);
}
