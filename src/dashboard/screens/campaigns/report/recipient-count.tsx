import { Text } from '@mantine/core';
import { RecipientCountDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { Counting } from '../../../states/counting.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import type { RecipientSearch } from '../search.ts';
import { chosenRecipients } from './recipients-variables.ts';
import { useReportText } from './texts.ts';

/** How many people are chosen. A million take a moment to count, for which their table does not wait. */
export function RecipientCount({ id, search }: { id: string; search: RecipientSearch }) {
  const t = useReportText();
  const read = useRead(RecipientCountDocument, chosenRecipients(id, search));
  if (read.isLoading) return <Counting>{t('peopleLabel')}</Counting>;
  return (
    <Loaded of={read}>
      {({ campaign }) =>
        campaign && <Text fw={600}>{t('peopleCount', { count: campaign.recipients.totalCount })}</Text>
      }
    </Loaded>
  );
}
