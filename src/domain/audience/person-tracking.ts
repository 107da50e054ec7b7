import { run, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { record, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';

export interface PersonTracking {
  email: string;
  tracked: boolean;
}

const trackingInput = record({ email: emailAddress(), tracked: yesOrNo() });

/** Sets whether opens and clicks of a person are counted from now on. Throws ValidationError. */
export async function setPersonTracking(scope: Scope, input: unknown): Promise<PersonTracking> {
  const { email, tracked } = parse(trackingInput, input);
  await run(
    scope.db,
    sql`insert into people (team_id, key, email, tracked)
        values (${scope.team.id}, ${personKey(scope.team.id, email)}::uuid, ${email}, ${tracked})
        on conflict (team_id, key) do update set tracked = excluded.tracked`,
  );
  return { email, tracked };
}
