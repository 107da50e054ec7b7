import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EventName } from '../../rules/values/event-name.tsx';
import { DaysIn } from '../../session/days-in.tsx';
import { isFullOrEmpty } from '../../shell/full-address.ts';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Days } from './days.tsx';
import { EventLog } from './event-log.tsx';
import type { EventsSearch } from './search.ts';
import { useEventText } from './texts.ts';

export const Events = createLazyRoute('/events')({ component: EventsScreen });

const route = getRouteApi('/events');
const DEBOUNCE_MS = 250;

function EventsScreen() {
  const t = useEventText();
  const search = route.useSearch();
  const [name, setName] = useState(search.name ?? '');
  const navigate = route.useNavigate();
  const filter = (change: EventsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const type = useDebouncedCallback((change: EventsSearch) => filter(change, true), DEBOUNCE_MS);
  const typeAddress = useDebouncedCallback((email: string) => {
    if (isFullOrEmpty(email)) filter({ email: email || undefined }, true);
  }, DEBOUNCE_MS);
  return (
    <>
      <ScreenTitle
        action={
          <ButtonLink to="/events/revenue" variant="default">
            {t('revenue')}
          </ButtonLink>
        }
      >
        {t('title')}
      </ScreenTitle>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
          <TextInput
            label={t('person')}
            placeholder={t('personHint')}
            type="search"
            defaultValue={search.email ?? ''}
            onChange={({ currentTarget: { value } }) => typeAddress(value.trim())}
          />
          <EventName
            label={t('event')}
            type="search"
            value={name}
            onChange={(value) => {
              setName(value);
              type({ name: value || undefined });
            }}
          />
          <Days days={search} onChange={(days) => filter(days, true)} />
        </SimpleGrid>
        <DaysIn times />
        <EventLog key={JSON.stringify(search)} search={search} onPageChange={(page) => filter(page)} />
      </Stack>
    </>
  );
}
