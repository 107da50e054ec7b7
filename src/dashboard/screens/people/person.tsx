import { SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { PersonDocument, type PersonQuery } from '../../../generated/dashboard/people.ts';
import { type Read, useRead } from '../../client/use-read.ts';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Shown } from '../../states/shown.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { JoinList } from './join-list.tsx';
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
  const say = usePersonText();
  const read = useRead(PersonDocument, { email });
  const undo = useUndo();
  const person = read.data?.person;
  return (
    <>
      <TextLink to="/people">{say('back')}</TextLink>
      <ScreenTitle action={person && <PersonMenu person={person} undo={undo} onChange={read.again} />}>
        {email}
      </ScreenTitle>
      <Stack gap="md" mb="md">
        <Undo of={undo} />
        {person?.suppression && (
          <Suppressed email={email} suppression={person.suppression} undo={undo} onChange={read.again} />
        )}
      </Stack>
      <Shown of={read}>
        {(data) => (
          <Stack gap="xl">
            <Facts person={data.person} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" style={{ alignItems: 'start' }}>
              <Stack gap="xl">
                <Lists data={data} undo={undo} again={read.again} />
                <Runs runs={data.person.automationRuns.nodes} />
              </Stack>
              <Timeline key={data.person.suppression?.reason ?? ''} email={email} />
            </SimpleGrid>
          </Stack>
        )}
      </Shown>
    </>
  );
}

function Lists({ data: { person, contactFields }, undo, again }: ListsProps) {
  const say = usePersonText();
  const mayWrite = useMayWrite();
  const { nodes } = person.subscriptions;
  return (
    <Panel title={say('lists')}>
      {nodes.length === 0 && <Text c="dimmed">{say('onNone')}</Text>}
      <Stack gap="xl">
        {nodes.map((subscriber) => (
          <Subscription key={subscriber.id} subscriber={subscriber} fields={contactFields.nodes} onGone={again} />
        ))}
      </Stack>
      {mayWrite && !person.suppression && (
        <JoinList email={person.email} on={new Set(nodes.map(({ list }) => list.id))} undo={undo} onJoined={again} />
      )}
    </Panel>
  );
}

interface ListsProps {
  data: PersonQuery;
  undo: ReturnType<typeof useUndo>;
  again: Read<PersonQuery>['again'];
}

function Facts({ person: { knownSince, lastEngagedAt, revenue } }: { person: PersonQuery['person'] }) {
  const say = usePersonText();
  const { day, ago, money } = useFormat();
  const facts = [
    knownSince && say('known', { when: day(knownSince) }),
    lastEngagedAt && say('engaged', { when: ago(lastEngagedAt) }),
    ...revenue.map(({ currency, revenue: sum, orders }) => say('orders', { count: orders, sum: money(sum, currency) })),
  ].filter(Boolean);
  return facts.length > 0 ? <Text c="dimmed">{facts.join(', ')}</Text> : null;
}
