import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  AutomationProgressedDocument,
  AutomationRunsDocument,
  type EditedAutomationFragment,
} from '../../../../generated/dashboard/automations.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { isFullOrEmpty } from '../../../shell/full-address.ts';
import { readChoice } from '../../../shell/read-search.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { NotFound } from '../../../states/not-found.tsx';
import { Pages, pageOf } from '../../../tables/pages.tsx';
import { stepsOf } from '../definition/step.ts';
import { allSteps } from '../definition/tree.ts';
import { useSurroundings } from '../editor/use-surroundings.ts';
import { Heading } from '../heading.tsx';
import { type RunsSearch, STATES } from '../search.ts';
import { RunsTable } from './runs-table.tsx';
import { useRunText } from './texts.ts';

export const Runs = createLazyRoute('/automations/$automation/runs')({ component: RunsScreen });

const route = getRouteApi('/automations/$automation/runs');
const DEBOUNCE_MS = 250;
const THROTTLE_MS = 500;

function RunsScreen() {
  const t = useRunText();
  const { automation: id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { after, before, state, ...filters } = search;
  const states = state ? [state] : null;
  const read = useRead(AutomationRunsDocument, { id, states, ...filters, ...pageOf({ after, before }) });
  const refetch = useDebouncedCallback(() => read.refetch(), THROTTLE_MS);
  useLive(AutomationProgressedDocument, { id }, refetch);
  const filter = (change: RunsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  return (
    <Loaded of={read} lines={8}>
      {({ automation }) =>
        automation ? (
          <Stack gap="md">
            <Heading automation={automation} at="runs" />
            <Filters automation={automation} search={search} onChange={filter} />
            {automation.runs.nodes.length === 0 ? (
              <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
            ) : (
              <>
                <RunsTable automation={automation} runs={automation.runs.nodes} />
                <Pages info={automation.runs.pageInfo} onPageChange={(page) => filter(page)} />
              </>
            )}
          </Stack>
        ) : read.error ? null : (
          <NotFound />
        )
      }
    </Loaded>
  );
}

interface FiltersProps {
  automation: EditedAutomationFragment;
  search: RunsSearch;
  onChange(change: RunsSearch, replace?: boolean): void;
}

function Filters({ automation, search, onChange }: FiltersProps) {
  const t = useRunText();
  const { words } = useSurroundings(automation);
  // A partial address finds no one.
  const type = useDebouncedCallback((typed: string) => {
    const email = typed.trim();
    if (isFullOrEmpty(email)) onChange({ email: email || undefined }, true);
  }, DEBOUNCE_MS);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} role="search">
      <NativeSelect
        label={t('state')}
        value={search.state ?? ''}
        data={[{ value: '', label: t('any') }, ...STATES.map((state) => ({ value: state, label: t(state) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ state: readChoice(value, STATES) })}
      />
      <TextInput
        label={t('email')}
        placeholder={t('emailHint')}
        type="search"
        defaultValue={search.email ?? ''}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
      <NativeSelect
        label={t('atStep')}
        value={search.step ?? ''}
        data={[
          { value: '', label: t('any') },
          ...[...allSteps(stepsOf(automation.steps))].map(({ step }) => ({ value: step.id, label: words.label(step) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ step: value || undefined })}
      />
    </SimpleGrid>
  );
}
