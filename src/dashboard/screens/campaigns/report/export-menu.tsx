import { Button, Menu } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useQuery } from 'urql';
import { ReportOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { saveAsFile } from '../../../client/export-pages.ts';
import { addressOf } from '../../../client/urls.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { figuresCsv } from './figures-csv.ts';
import { useReportText } from './texts.ts';

/** Saves the figures of a report, or its recipients, which the browser receives as they are read. */
export function ExportMenu({ campaign: { id, name } }: { campaign: ShownCampaign }) {
  const t = useReportText();
  // The screen reads the report; the menu takes what it read.
  const [{ data }] = useQuery({ query: ReportOfDocument, variables: { id }, requestPolicy: 'cache-only' });
  const report = data?.campaign?.report;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<DownloadIcon />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={!report}
          onClick={() => report && saveAsFile(figuresCsv(report), `${name}.csv`, 'text/csv')}
        >
          {t('exportFigures')}
        </Menu.Item>
        <Menu.Item component="a" href={addressOf(`v1/campaigns/${id}/recipients/export`)} download>
          {t('exportRecipients')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
