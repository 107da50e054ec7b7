import type { Log } from '../log.ts';
import type { JobName, Jobs, Scope } from '../scope.ts';

/**
 * Does one job. It may be run again after it was begun, half done or wholly done: when the process is killed, or when
 * it throws. What is thrown is logged, and the job tried again later.
 */
export type Task<Name extends JobName> = (scope: Scope, payload: Jobs[Name], log: Log) => Promise<void>;
