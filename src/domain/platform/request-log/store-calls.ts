import { byTeam, ON_ONE_MACHINE, teamOf } from '../../../database/by-team.ts';
import { type Database, raw, run, sql } from '../../../database/connect.ts';
import type { LoggedCall } from './logged-call.ts';

/** Writes calls of any teams: one statement, or one per team where tables are distributed. */
export async function storeCalls(db: Database, calls: readonly LoggedCall[]): Promise<void> {
  for (const { teams, items } of byTeam(db, calls, teamOf)) {
    const team = teams.length === 1 ? sql`${teams[0]}::int` : raw(`call."teamId" ${ON_ONE_MACHINE}`);
    await run(
      db,
      sql`insert into api_requests (team_id, id, token_id, interface, method, route, parameters, operation_type, operation_name,
                                    root_fields, status, outcome, error_codes, replayed, milliseconds, created_at)
          select ${team}, call.id, call."tokenId", call.interface, call.method, call.route, call.parameters, call."operationType",
                 call."operationName", call."rootFields", call.status, call.outcome, call."errorCodes", call.replayed,
                 call.milliseconds, call."createdAt"
          from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as call(
            "teamId" int, id uuid, "tokenId" uuid, interface text, method text, route text, parameters text[], "operationType" text,
            "operationName" text, "rootFields" text[], status int, outcome text, "errorCodes" text[], replayed bool,
            milliseconds int, "createdAt" timestamptz)
          on conflict do nothing`,
    );
  }
}
