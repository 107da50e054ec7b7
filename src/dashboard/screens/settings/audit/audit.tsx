import { Anchor, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { AuditActorsDocument, AuditLogDocument, type AuditRowFragment } from '../../../../generated/dashboard/audit.ts';
import { addressOf } from '../../../client/urls.ts';
import { useRead } from '../../../client/use-read.ts';
import { DaysIn } from '../../../session/days-in.tsx';
import { useZone } from '../../../session/zone.ts';
import { startOf } from '../../../shell/days.ts';
import { readChoice } from '../../../shell/read-search.ts';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { useSettingsText } from '../texts.ts';
import { ACTIONS, nameOf } from './actions.ts';
import type { AuditSearch } from './search.ts';
import { useAuditText } from './texts.ts';
import { useActions } from './use-actions.ts';

export const Audit = createLazyRoute('/settings/audit')({ component: AuditScreen });

const route = getRouteApi('/settings/audit');

/** The audit log. The menu shows it to owners only; others see that their role does not allow it. */
function AuditScreen() {
  const settings = useSettingsText();
  const t = useAuditText();
  const { actionLabel, choices } = useActions();
  const { moment, number } = useFormat();
  const { action: given, actor, since, until, after, before }: AuditSearch = route.useSearch();
  const action = readChoice(given, ACTIONS);
  const navigate = route.useNavigate();
  const zone = useZone();
  const actors = useRead(AuditActorsDocument, {}).data;
  const filters = { actorId: actor, since: startOf(since, zone), until: startOf(until, zone, 1) };
  const read = useRead(AuditLogDocument, {
    action: action && nameOf(action),
    ...filters,
    ...pageOf({ after, before }),
  });
  const filter = (change: AuditSearch) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }) });
  const columns: Column<AuditRowFragment>[] = [
    { title: t('time'), cell: ({ createdAt }) => moment(createdAt) },
    {
      title: t('actor'),
      cell: ({ actor }) => actor.name ?? t(actor.kind),
    },
    {
      title: t('actionColumn'),
      cell: ({ action, object, count, fields, finished }) => (
        <>
          <Text size="sm">
            {[actionLabel(action), object?.name, count != null && `× ${number(count)}`].filter(Boolean).join(' · ')}
          </Text>
          {fields.length > 0 && (
            <Text size="sm" c="dimmed">
              {fields.join(', ')}
            </Text>
          )}
          {!finished && <Text size="sm">{t('unfinished')}</Text>}
        </>
      ),
    },
    {
      title: t('source'),
      from: 'md',
      // Members use a browser; the interface behind it is a detail.
      cell: ({ actor, interface: door, ipAddress }) =>
        [t(actor.kind === 'MEMBER' && door !== 'PAGE' ? 'browser' : door), ipAddress].filter(Boolean).join(' · '),
    },
  ];
  const chosen = Object.entries({ action, actor, since: filters.since, until: filters.until }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return (
    <>
      <ScreenTitle
        action={
          <Anchor href={addressOf(`v1/audit-log/export?${new URLSearchParams(chosen)}`)} download>
            {t('export')}
          </Anchor>
        }
      >
        {settings('audit')}
      </ScreenTitle>
      <Stack>
        <Group align="flex-end">
          <NativeSelect
            label={t('action')}
            maw="100%"
            value={action ?? ''}
            onChange={(event) => filter({ action: readChoice(event.currentTarget.value, ACTIONS) })}
            data={[{ value: '', label: t('allActions') }, ...choices]}
          />
          <NativeSelect
            label={t('actor')}
            value={actor ?? ''}
            onChange={(event) => filter({ actor: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t('everyone') },
              ...(actors?.members.nodes.map(({ id, name, email }) => ({ value: id, label: name ?? email })) ?? []),
              ...(actors?.apiTokens.nodes.map(({ id, name }) => ({ value: id, label: name })) ?? []),
            ]}
          />
          <TextInput
            label={t('since')}
            type="date"
            value={since ?? ''}
            onChange={(event) => filter({ since: event.currentTarget.value || undefined })}
          />
          <TextInput
            label={t('until')}
            type="date"
            value={until ?? ''}
            onChange={(event) => filter({ until: event.currentTarget.value || undefined })}
          />
        </Group>
        <DaysIn times />
        <Listing
          label={settings('audit')}
          of={read}
          rows={({ auditLog }) => auditLog}
          columns={columns}
          empty={{ title: t('noMatches'), more: t('noMatchesHint') }}
          onPageChange={(page) => filter(page)}
        />
      </Stack>
    </>
  );
}
