import type { z } from 'zod';
import type { Team } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { senderAddress } from '../../validation/email.ts';
import { timezone } from '../../validation/locale.ts';
import { whole } from '../../validation/number.ts';
import { filled, oneLine, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';

export type { Team };

const USUAL_DAYS = 5;
/** About a hundred years. */
const MAX_KEPT_DAYS = 36_500;
/** Letters are still read, and clicked, some weeks after they came. */
const MIN_KEPT_MESSAGE_DAYS = 30;

const teamChange = record({
  name: filled(255).optional(),
  fromEmail: optionalText(senderAddress()),
  fromName: optionalText(oneLine(255)),
  attributionWindowDays: whole(1, 30).nullish(),
  keepEventsFor: whole(1, MAX_KEPT_DAYS).nullish(),
  keepMessagesFor: whole(MIN_KEPT_MESSAGE_DAYS, MAX_KEPT_DAYS).nullish(),
  postalAddress: optionalText(text(1000)),
  timezone: optionalText(timezone()),
  trackOpens: yesOrNo().nullish(),
  trackClicks: yesOrNo().nullish(),
});

/** Returns the caller's team. */
export function readTeam(scope: Scope): Promise<Team> {
  return scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
}

/**
 * Changes the settings that are given. Null clears a setting or resets it to its default. Events and messages that are no
 * longer kept are removed in the background. Throws ValidationError.
 */
export function updateTeam(scope: Scope, input: unknown): Promise<Team> {
  const change = parse(teamChange, input);
  const { keepEventsFor, keepMessagesFor } = change;
  if (keepEventsFor == null && keepMessagesFor == null) return update(scope, change);
  return transaction(scope, async (scope) => {
    if (keepEventsFor != null) await scope.enqueue('remove-events', { from: {} }, { key: 'all' });
    if (keepMessagesFor != null) await scope.enqueue('remove-messages', {}, { key: 'all' });
    return update(scope, change);
  });
}

function update(scope: Scope, change: z.output<typeof teamChange>): Promise<Team> {
  const { attributionWindowDays, timezone, trackOpens, trackClicks, ...rest } = change;
  return scope.db.team.update({
    where: { id: scope.team.id },
    data: {
      ...rest,
      ...(attributionWindowDays !== undefined && { attributionWindowDays: attributionWindowDays ?? USUAL_DAYS }),
      ...(timezone !== undefined && { timezone: timezone ?? 'UTC' }),
      ...(trackOpens !== undefined && { trackOpens: trackOpens ?? true }),
      ...(trackClicks !== undefined && { trackClicks: trackClicks ?? true }),
    },
  });
}
