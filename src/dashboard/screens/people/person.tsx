import { SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { PersonDocument, type PersonQuery } from '../../../generated/dashboard/people.ts';
import { type Read, useRead } from '../../client/use-read.ts';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Together } from '../../states/together.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { AddToList } from './add-to-list.tsx';
import { Coming } from './coming.tsx';
import { fullName } from './full-name.ts';
import { PersonMenu } from './person-menu.tsx';
import { usePersonText } from './person-texts.ts';
import { Runs } from './runs.tsx';
import { Subscription } from './subscription.tsx';
import { Suppressed } from './suppressed.tsx';
import { Timeline } from './timeline.tsx';

export const Person = createLazyRoute('/people/$email')({ component: PersonScreen });

const route = getRouteApi('/people/$email');

function PersonScreen() {
  const { email } = route.useParams();
  return <OnePerson key={email} email={email} />;
}

function OnePerson({ email }: { email: string }) {
  const t = usePersonText();
  const read = useRead(PersonDocument, { email });
  const undo = useUndo();
  const person = read.data?.person;
  return (
    <>
      <TextLink to="/people">{t('back')}</TextLink>
      <Together isPending={read.isLoading}>
        <ScreenTitle action={person && <PersonMenu person={person} undo={undo} onChange={read.refetch} />}>
          {(person && fullName(person.subscriptions.nodes)) || email}
        </ScreenTitle>
        <Stack gap="md" mb="md">
          <Undo of={undo} />
          {person?.suppression && (
            <Suppressed email={email} suppression={person.suppression} undo={undo} onChange={read.refetch} />
          )}
        </Stack>
        <Loaded of={read}>
          {(data) => (
            <Stack gap="xl">
              <Details person={data.person} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" style={{ alignItems: 'start' }}>
                <Stack gap="xl">
                  <Lists data={data} undo={undo} refetch={read.refetch} />
                  <Runs runs={data.person.automationRuns.nodes} />
                </Stack>
                <Stack gap="xl">
                  <Coming person={data.person} />
                  <Timeline key={data.person.suppression?.reason ?? ''} email={email} />
                </Stack>
              </SimpleGrid>
            </Stack>
          )}
        </Loaded>
      </Together>
    </>
  );
}

function Lists({ data: { person, contactFields }, undo, refetch }: ListsProps) {
  const t = usePersonText();
  const mayWrite = useMayWrite();
  const { nodes } = person.subscriptions;
  return (
    <Panel title={t('lists')}>
      {nodes.length === 0 && <Text c="dimmed">{t('onNoList')}</Text>}
      <Stack gap="xl">
        {nodes.map((subscriber) => (
          <Subscription key={subscriber.id} subscriber={subscriber} fields={contactFields.nodes} onDeleted={refetch} />
        ))}
      </Stack>
      {mayWrite && !person.suppression && (
        <AddToList email={person.email} on={new Set(nodes.map(({ list }) => list.id))} undo={undo} onJoined={refetch} />
      )}
    </Panel>
  );
}

interface ListsProps {
  data: PersonQuery;
  undo: ReturnType<typeof useUndo>;
  refetch: Read<PersonQuery>['refetch'];
}

function Details({ person }: { person: PersonQuery['person'] }) {
  const { email, knownSince, lastEngagedAt, revenue } = person;
  const t = usePersonText();
  const { day, ago, money } = useFormat();
  const details = [
    fullName(person.subscriptions.nodes) && email,
    knownSince && t('addedAt', { when: day(knownSince) }),
    lastEngagedAt && t('lastActive', { when: ago(lastEngagedAt) }),
    ...revenue.map(({ currency, revenue: sum, orders }) => t('orders', { count: orders, sum: money(sum, currency) })),
  ].filter(Boolean);
  // An address stays as it is written.
  const line = details.join(', ');
  const begun = details[0] === email ? line : line.replace(/^./u, (letter) => letter.toUpperCase());
  return line ? <Text c="dimmed">{begun}</Text> : null;
}
