import { Text } from '@mantine/core';
import { RecipientCountDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { Counting } from '../../../states/counting.tsx';
import { Shown } from '../../../states/shown.tsx';
import type { RecipientSearch } from '../search.ts';
import { chosenRecipients } from './recipients-asked.ts';
import { useReportText } from './texts.ts';

/** How many people are chosen. A million take a moment to count, for which their table does not wait. */
export function RecipientCount({ id, search }: { id: string; search: RecipientSearch }) {
  const say = useReportText();
  const read = useRead(RecipientCountDocument, chosenRecipients(id, search));
  if (read.waiting) return <Counting>{say('counted')}</Counting>;
  return (
    <Shown of={read}>
      {({ campaign }) => campaign && <Text fw={600}>{say('count', { count: campaign.recipients.totalCount })}</Text>}
    </Shown>
  );
}
