import { buildDashboard } from './build.ts';

/** Builds the dashboard before the first test: those that run at the same time would build over each other. */
export const setup = (): Promise<void> => buildDashboard();
