import { sql } from '../../database/connect.ts';

/**
 * The due time of a message that waits for a decision, beyond any claim. The year 9999 instead of infinity, which many
 * programs cannot read.
 */
export const HELD = sql`timestamptz '9999-12-31Z'`;
