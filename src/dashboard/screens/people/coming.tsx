import { List, Text } from '@mantine/core';
import { NextActionsDocument, type PersonQuery } from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { type NextAction, nextActions } from './next-actions.ts';
import { usePersonText } from './person-texts.ts';

/** What is going to happen to the person: the part of the timeline that lies ahead. */
export function Coming({ person }: { person: PersonQuery['person'] }) {
  const t = usePersonText();
  const { moment } = useFormat();
  const { data } = useRead(NextActionsDocument, { email: person.email });
  const actions = data ? nextActions(data, person) : [];
  const pausedUntil = data?.person.pausedUntil;
  if (actions.length === 0 && !pausedUntil) return null;
  return (
    <Panel title={t('nextActions')}>
      <List size="sm" spacing="xs" listStyleType="none">
        {pausedUntil && <List.Item>{t('pausedUntil', { when: moment(pausedUntil) })}</List.Item>}
        {actions.map((action) => (
          <List.Item key={action.id}>
            <ActionLink action={action} />
            <Text size="sm" c="dimmed">
              {action.at ? <time dateTime={action.at}>{moment(action.at)}</time> : t(`waits_${action.kind}`)}
              {action.isUncertain && `, ${t('ifInSegments')}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function ActionLink({ action: { id, kind, name, of } }: { action: NextAction }) {
  const t = usePersonText();
  const text = t(`next_${kind}`, { name });
  switch (kind) {
    case 'run':
      return (
        <TextLink to="/automations/$automation/runs/$run" params={{ automation: of, run: id }} size="sm">
          {text}
        </TextLink>
      );
    case 'campaign':
      return (
        <TextLink to="/campaigns/$campaign" params={{ campaign: of }} size="sm">
          {text}
        </TextLink>
      );
    case 'mail':
      return (
        <TextLink to="/transactional/$id" params={{ id: of }} size="sm">
          {text}
        </TextLink>
      );
    case 'confirmation':
      return (
        <TextLink to="/lists/$id" params={{ id: of }} size="sm">
          {text}
        </TextLink>
      );
  }
}
