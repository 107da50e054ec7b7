import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { PersonDocument, type PersonQuery } from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Shown } from '../../states/shown.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { usePersonText } from './person-texts.ts';
import { Subscription } from './subscription.tsx';
import { Timeline } from './timeline.tsx';

export const Person = createLazyRoute('/people/$email')({ component: PersonScreen });

const route = getRouteApi('/people/$email');

function PersonScreen() {
  const say = usePersonText();
  const { email } = route.useParams();
  const read = useRead(PersonDocument, { email });
  return (
    <>
      <TextLink to="/people">{say('back')}</TextLink>
      <ScreenTitle>{email}</ScreenTitle>
      <Shown of={read}>
        {({ person }) => (
          <Stack gap="xl">
            <Facts person={person} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              <Panel title={say('lists')}>
                {person.subscriptions.nodes.length === 0 && <Text c="dimmed">{say('onNone')}</Text>}
                <Stack>
                  {person.subscriptions.nodes.map((subscriber) => (
                    <Subscription key={subscriber.id} subscriber={subscriber} />
                  ))}
                </Stack>
              </Panel>
              <Timeline email={email} />
            </SimpleGrid>
          </Stack>
        )}
      </Shown>
    </>
  );
}

function Facts({ person: { suppression, knownSince, lastEngagedAt, revenue } }: { person: PersonQuery['person'] }) {
  const say = usePersonText();
  const { day, ago, money } = useFormat();
  const facts = [
    knownSince && say('known', { when: day(knownSince) }),
    lastEngagedAt && say('engaged', { when: ago(lastEngagedAt) }),
    ...revenue.map(({ currency, revenue: sum, orders }) => say('orders', { count: orders, sum: money(sum, currency) })),
  ].filter(Boolean);
  return (
    <>
      {suppression && (
        <Alert color="orange" variant="outline">
          {say('suppressed')} ({suppression.reason})
        </Alert>
      )}
      {facts.length > 0 && <Text c="dimmed">{facts.join(', ')}</Text>}
    </>
  );
}
