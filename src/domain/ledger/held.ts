import { sql } from '../../database/connect.ts';

/**
 * When a message is due that waits for a decision, however long that takes: no claim gets as far. The year 9999 rather than
 * infinity, which programs that read moments do not know.
 */
export const HELD = sql`timestamptz '9999-12-31Z'`;
