import type { AutomationRunState, AutomationStatus } from '../../../generated/dashboard/automations.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';
import type { PageSearch } from '../../tables/pages.tsx';
import { PARTS, type PartName } from './definition/part-errors.ts';

export const STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const satisfies readonly AutomationStatus[];
export const STATES = ['ACTIVE', 'COMPLETED', 'EXITED', 'FAILED'] as const satisfies readonly AutomationRunState[];
export const VIEWS = ['canvas', 'list'] as const;

/** Which automations are shown, from where on, and whether one is being made. */
export interface AutomationsSearch extends PageSearch {
  status?: AutomationStatus | undefined;
  list?: string | undefined;
}

export const readAutomationsSearch = (given: Record<string, unknown>): AutomationsSearch => ({
  ...readTexts(given, ['list', 'after', 'before']),
  status: readChoice(given.status, STATUSES),
});

/** The open panel of an automation: a step, another part, or the simulation. */
export interface EditorSearch {
  step?: string | undefined;
  part?: PartName | 'trial' | undefined;
  view?: (typeof VIEWS)[number] | undefined;
}

export const readEditorSearch = (given: Record<string, unknown>): EditorSearch => ({
  ...readTexts(given, ['step']),
  part: readChoice(given.part, [...PARTS, 'trial']),
  view: readChoice(given.view, VIEWS),
});

/** Whose runs are shown. */
export interface RunsSearch extends PageSearch {
  state?: AutomationRunState | undefined;
  email?: string | undefined;
  step?: string | undefined;
}

export const readRunsSearch = (given: Record<string, unknown>): RunsSearch => ({
  ...readTexts(given, ['email', 'step', 'after', 'before']),
  state: readChoice(given.state, STATES),
});

/** From which version on they are shown. */
export const readVersionsSearch = (given: Record<string, unknown>): PageSearch => readTexts(given, ['after', 'before']);
