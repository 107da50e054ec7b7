import type { Issue } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { isAbsent } from '../../../validation/blank.ts';
import { liquidIssues } from '../../content/check-liquid.ts';
import { withTemplateNames } from '../../content/template-references.ts';
import { isObject } from '../../segments/conditions.ts';
import { type Reachable, urlIssues } from './check-urls.ts';
import { comparedDoubts } from './compared-properties.ts';
import { judgeConditions } from './conditions.ts';
import type { Definition } from './definition.ts';
import { mailNameDoubts } from './event-names-in-mails.ts';
import { readEntry, readExits } from './read-parts.ts';
import { readSteps } from './read-steps.ts';
import { readTrigger } from './read-trigger.ts';
import { readWindow } from './read-window.ts';
import { Reading } from './reading.ts';
import { RecordedNames } from './recorded-names.ts';
import { findReferences } from './references.ts';

/** The parts of a definition as sent, and the automation's list, or null. */
export interface Given {
  listId: string | null;
  trigger?: unknown;
  entry?: unknown;
  exits?: unknown;
  steps?: unknown;
  sendWindow?: unknown;
}

/**
 * Reads a definition into its normal form, or returns all its issues with their exact paths. Everything it refers to must
 * exist, except tags and events. `outbound` checks webhook addresses when a definition is to be saved.
 */
export async function readDefinition(
  scope: Scope,
  given: Given,
  outbound?: Reachable,
): Promise<{ definition: Definition } | { issues: Issue[] }> {
  const { reading, definition } = readShape(await withTemplateNames(scope, given));
  const [judged] = await judge(scope, [{ reading, listId: given.listId }], true);
  const issues = [...reading.issues, ...(judged?.issues ?? [])];
  if (outbound) issues.push(...urlIssues(reading, outbound));
  for (const { path, source } of reading.liquid) issues.push(...(await liquidIssues(path, source, scope.team.id)));
  if (issues.length > 0 || !definition) return { issues };
  return { definition };
}

/**
 * Warnings about saved definitions: references to deleted things, and likely mistakes. A few statements for any number of
 * definitions.
 */
export async function warningsOf(scope: Scope, saved: readonly Given[]): Promise<Issue[][]> {
  const readings = saved.map((given) => ({ reading: readShape(given).reading, listId: given.listId }));
  const judged = await judge(scope, readings, false);
  const recorded = new RecordedNames(scope);
  const names = await mailNameDoubts(scope, saved, recorded);
  const compared = await Promise.all(
    readings.map(({ reading }, index) => comparedDoubts(saved[index]?.trigger, reading, recorded)),
  );
  return judged.map(({ issues, doubts }, index) => [
    ...(readings[index]?.reading.issues ?? []),
    ...issues,
    ...doubts,
    ...(compared[index] ?? []),
    ...(names[index] ?? []),
  ]);
}

function readShape({ listId, ...given }: Given): { reading: Reading; definition: Definition | undefined } {
  const reading = new Reading();
  if (listId !== null) {
    reading.later('lists', listId, ({ lists }) =>
      lists.has(listId) ? [] : [{ path: ['listId'], problem: 'must be the id of a list.' }],
    );
  }
  const trigger = readTrigger(reading, given.trigger, listId);
  const entry = readEntry(reading, given.entry);
  const exits = readExits(reading, given.exits);
  const steps = readSteps(reading, given.steps);
  const window = isAbsent(given.sendWindow) ? undefined : readWindow(reading, ['sendWindow'], given.sendWindow);
  return { reading, definition: trigger && { trigger, entry, exits, steps, ...(window && { send_window: window }) } };
}

interface Judged {
  issues: Issue[];
  doubts: Issue[];
}

async function judge(
  scope: Scope,
  readings: readonly { reading: Reading; listId: string | null }[],
  asNew: boolean,
): Promise<Judged[]> {
  for (const { reading } of readings) needSegments(reading);
  const found = await findReferences(
    scope,
    readings.map(({ reading }) => reading.needs),
  );
  const conditions = await judgeConditions(scope, readings, found, asNew);
  return readings.map(({ reading }, index) => ({
    issues: [...(conditions[index] ?? []), ...reading.judge(found)],
    doubts: reading.doubts(found),
  }));
}

/** Segments in conditions are looked up with the other references. */
function needSegments({ conditions, needs }: Reading): void {
  const walk = (part: unknown): void => {
    if (!isObject(part)) return;
    if (part.type === 'segment' && typeof part.value === 'string') needs.segments.add(part.value.toLowerCase());
    if (Array.isArray(part.rules)) for (const rule of part.rules.slice(0, 60)) walk(rule);
  };
  for (const { given } of conditions) walk(given);
}
