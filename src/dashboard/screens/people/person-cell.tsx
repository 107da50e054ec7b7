import { Badge, Group, Text } from '@mantine/core';
import type { SubscriberStatus } from '../../../generated/dashboard/people.ts';
import { useNumbers } from '../../numbers/use-numbers.ts';
import { Mark } from '../../tables/mark.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useColumnText } from './column-texts.ts';
import type { Column, OwnColumn } from './columns.ts';
import { fullName } from './full-name.ts';
import { shownText } from './shown-value.ts';
import { TagBadges } from './tag-badges.tsx';
import { usePeopleText } from './texts.ts';
import type { PersonRow } from './use-people.ts';

const COLORS: Record<SubscriberStatus, 'green' | 'orange' | 'red' | 'gray'> = {
  SUBSCRIBED: 'green',
  UNCONFIRMED: 'orange',
  UNSUBSCRIBED: 'gray',
  BOUNCED: 'red',
  COMPLAINED: 'red',
};

/** A cell of a person: of several subscriptions, the first value found. */
export function PersonCell({ of, column }: { of: PersonRow; column: Column }) {
  return 'own' in column ? <OwnCell of={of} column={column.own} /> : <FieldCell of={of} field={column.field} />;
}

function OwnCell({ of: { subscriptions, since }, column }: { of: PersonRow; column: OwnColumn }) {
  const t = usePeopleText();
  const { day } = useFormat();
  switch (column) {
    case 'name':
      return fullName(subscriptions);
    case 'status':
      return subscriptions[0] && <Mark color={COLORS[subscriptions[0].status]}>{t(subscriptions[0].status)}</Mark>;
    case 'lists':
      return <ListBadges of={subscriptions} />;
    case 'tags':
      return <TagBadges tags={[...new Set(subscriptions.flatMap(({ tags }) => tags))].sort()} />;
    case 'added':
      return since && day(since);
    case 'language':
      return subscriptions.find(({ locale }) => locale)?.locale;
    case 'timezone':
      return subscriptions.find(({ timezone }) => timezone)?.timezone;
  }
}

function FieldCell({ of, field }: { of: PersonRow; field: Extract<Column, { field: unknown }>['field'] }) {
  const t = useColumnText();
  const format = useFormat();
  const numbers = useNumbers();
  const value = of.subscriptions.map(({ attributes }) => attributes[field.key]).find((one) => one != null);
  return shownText(value, field.type, format, numbers, { yes: t('yes'), no: t('no') });
}

/** The lists of a person. A status other than subscribed is named. */
function ListBadges({ of }: { of: PersonRow['subscriptions'] }) {
  const t = useColumnText();
  const tPeople = usePeopleText();
  if (of.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('onNoList')}
      </Text>
    );
  const label = (list: string, status: SubscriberStatus) =>
    status === 'SUBSCRIBED' ? list : t('listWithStatus', { list, status: tPeople(status) });
  return (
    <Group gap={4}>
      {of.map(({ id, list, status }) => (
        <Badge key={id} variant="default" tt="none" fw={status === 'SUBSCRIBED' ? 600 : 400}>
          {label(list.name, status)}
        </Badge>
      ))}
    </Group>
  );
}
