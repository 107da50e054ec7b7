import {
  AutomationChoicesDocument,
  type AutomationChoicesQuery,
  type EditedAutomationFragment,
} from '../../../../generated/dashboard/automations.ts';
import { useRead } from '../../../client/use-read.ts';
import { draftOf } from '../definition/draft.ts';
import { errorsByPart } from '../definition/part-errors.ts';
import { useWords } from '../use-words.ts';

const NO_LISTS: AutomationChoicesQuery['lists']['nodes'] = [];
const NO_FIELDS: AutomationChoicesQuery['contactFields']['nodes'] = [];

/** The surroundings of an automation: lists, fields, their names, and its results. */
export function useSurroundings(automation: EditedAutomationFragment) {
  const { data } = useRead(AutomationChoicesDocument, {});
  const lists = data?.lists.nodes ?? NO_LISTS;
  const named = [...lists, ...lists.flatMap(({ segments }) => segments.nodes)];
  const words = useWords((id) => named.find((one) => one.id === id)?.name);
  const warnings = Object.fromEntries(automation.warnings.map(({ path, message }) => [path.join('.'), message]));
  return {
    automationId: automation.id,
    lists,
    words,
    fields: data?.contactFields.nodes ?? NO_FIELDS,
    counts: new Map(automation.stepCounts.map((counts) => [counts.step, counts] as const)),
    warnings: errorsByPart(warnings, draftOf(automation).steps),
    isDraft: automation.status === 'DRAFT' && !automation.activatedAt,
  };
}
