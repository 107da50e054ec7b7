import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo } from 'react';
import {
  AutomationFiguresDocument,
  type AutomationFiguresQuery,
  AutomationProgressedDocument,
} from '../../../../generated/dashboard/automations.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';

export type StepFigures = NonNullable<NonNullable<AutomationFiguresQuery['automation']>['report']>['steps'][number];
export type Figures = ReadonlyMap<string, StepFigures>;

const THROTTLE_MS = 2_000;

/** The results of each step, by id. Read again when people advance, at most every two seconds; opens and clicks come along. */
export function useFigures(id: string): Figures {
  const read = useRead(AutomationFiguresDocument, { id });
  const refetch = useDebouncedCallback(() => read.refetch(), { delay: THROTTLE_MS, maxWait: THROTTLE_MS });
  useLive(AutomationProgressedDocument, { id }, refetch);
  const steps = read.data?.automation?.report?.steps;
  return useMemo(() => new Map(steps?.map((figures) => [figures.step, figures] as const)), [steps]);
}
