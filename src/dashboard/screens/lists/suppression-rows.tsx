import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { SuppressionInTableFragment } from '../../../generated/dashboard/lists.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useSuppressionsText } from './suppressions-texts.ts';
import { useListsText } from './texts.ts';

interface Props {
  suppressions: SuppressionInTableFragment[];
  onUnsuppress(suppression: SuppressionInTableFragment): void;
}

/** A page of addresses and domains that are never written to. */
export function SuppressionRows({ suppressions, onUnsuppress }: Props) {
  const t = useSuppressionsText();
  const tLists = useListsText();
  const mayWrite = useMayWrite();
  const { day } = useFormat();
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('target')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('reason')}</Table.Th>
          <Table.Th visibleFrom="sm">{tLists('created')}</Table.Th>
          {mayWrite && (
            <Table.Th>
              <VisuallyHidden>{t('remove')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {suppressions.map((suppression) => {
          const { id, email, domain, reason, createdAt } = suppression;
          return (
            <Table.Tr key={id}>
              <Table.Td>
                {email ? (
                  <TextLink size="sm" to="/people/$email" params={{ email }}>
                    {email}
                  </TextLink>
                ) : (
                  (domain && t('everyoneAtDomain', { domain })) || t('erasedPerson')
                )}
                <Text size="xs" c="dimmed" hiddenFrom="xs">
                  {t(reason)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="xs">{t(reason)}</Table.Td>
              <Table.Td visibleFrom="sm">{day(createdAt)}</Table.Td>
              {mayWrite && (
                <Table.Td ta="end">
                  {(email || domain) && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t('removeOf', { target: email ?? domain ?? '' })}
                      onClick={() => onUnsuppress(suppression)}
                    >
                      {t('remove')}
                    </Button>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
