import { Group, List, Stack, Text } from '@mantine/core';
import type { DomainRowFragment } from '../../../../generated/dashboard/domains.ts';
import { CopyField } from '../../../editing/copy-field.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { useDomainsText } from './texts.ts';

type DnsRecord = DomainRowFragment['records'][number];

/** The colours of record states. */
export const STATE_COLORS = { OK: 'green', MISSING: 'orange', DIFFERENT: 'orange', UNCHECKED: 'gray' } as const;

/** DNS records to publish, with copy buttons, and the values found there. */
export function DomainRecords({ records }: { records: readonly DnsRecord[] }) {
  const t = useDomainsText();
  return (
    <Stack>
      {records.map((record) => (
        <Panel key={`${record.purpose} ${record.name}`} title={t(record.purpose)}>
          <Record record={record} />
        </Panel>
      ))}
    </Stack>
  );
}

function Record({
  record: { type, name, value, purpose, state, published, advice, isOptional },
}: {
  record: DnsRecord;
}) {
  const t = useDomainsText();
  const found = state === 'DIFFERENT' ? published : [];
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Mark color={STATE_COLORS[state]}>{t(state)}</Mark>
        <Text size="sm" c="dimmed">
          {[type, isOptional ? t('optional') : t('required')].join(', ')}
        </Text>
      </Group>
      <Text size="sm">{t(`${purpose}_hint`)}</Text>
      <CopyField label={t('recordName', { type })} value={name} />
      <CopyField label={t('recordValue', { type })} value={value} />
      {found.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('foundInstead')} {found.join(' · ')}
        </Text>
      )}
      {advice.length > 0 && (
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {advice.map((one) => (
            <List.Item key={one} lang="en">
              <Advice>{one}</Advice>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

/** Advice may end in the strings of a long record: these are to be copied. */
function Advice({ children }: { children: string }) {
  const t = useDomainsText();
  const strings = /:((?: "[^"]*"){2,})$/.exec(children)?.[1]?.trim();
  if (!strings) return children;
  return (
    <>
      <Text size="sm" mb="xs">
        {children.slice(0, -strings.length - 2)}.
      </Text>
      <CopyField label={t('quotedStrings')} value={strings} />
    </>
  );
}
