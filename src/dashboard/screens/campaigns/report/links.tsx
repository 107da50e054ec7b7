import { SimpleGrid, Table } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PreviewOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailFrame } from '../../../mail/mail-frame.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { withClicks } from './click-map.ts';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

/** Clicked links, as a table and as a click map. */
export function Links({ campaign: { id }, report: { links } }: { campaign: ShownCampaign; report: Report }) {
  const t = useReportText();
  const { number } = useFormat();
  const here = getRouteApi('/campaigns/$campaign').useParams();
  const read = useRead(PreviewOfDocument, { id, subscriberId: null, variant: null });
  const clicks = new Map(links.map(({ url, unique }) => [url, number(unique)]));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Panel title={t('links')}>
        {links.length === 0 ? (
          <EmptyState title={t('noLinks')} />
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('link')}</Table.Th>
                <Table.Th ta="end">{t('people')}</Table.Th>
                <Table.Th ta="end">{t('clicks')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {links.map(({ url, unique, total }) => (
                <Table.Tr key={url}>
                  <Table.Td>
                    {url}{' '}
                    <TextLink
                      size="sm"
                      underline="always"
                      to="/campaigns/$campaign"
                      params={here}
                      search={{ tab: 'recipients', link: url }}
                      aria-label={`${t('viewClickers')}: ${url}`}
                    >
                      {t('viewClickers')}
                    </TextLink>
                  </Table.Td>
                  <Table.Td ta="end">{number(unique)}</Table.Td>
                  <Table.Td ta="end">{number(total)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Panel>
      <Panel title={t('clickMap')}>
        <Loaded of={read}>
          {({ previewCampaign: mail }) =>
            mail && <MailFrame html={withClicks(mail.html, clicks)} title={t('clickMap')} />
          }
        </Loaded>
      </Panel>
    </SimpleGrid>
  );
}
