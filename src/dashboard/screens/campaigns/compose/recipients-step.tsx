import { MultiSelect, NativeSelect, Stack, Text } from '@mantine/core';
import { ListsAndTemplatesDocument, SegmentsOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { useListChoices } from '../../../editing/list-choices.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { AudienceCount } from './audience-count.tsx';
import { useComposeText } from './texts.ts';
import type { Draft } from './use-draft.ts';

/** The recipients of a draft: a list, or some of its segments, minus others. */
export function RecipientsStep({ campaign, draft: { change, errors } }: { campaign: ShownCampaign; draft: Draft }) {
  const t = useComposeText();
  const { listId, segmentIds, excludedSegmentIds, resendOf, resendAudience } = campaign;
  const lists = useRead(ListsAndTemplatesDocument, {}).data?.lists.nodes ?? [];
  const choices = useListChoices(lists);
  const segments = useRead(SegmentsOfDocument, { listId }).data?.segments?.nodes ?? [];
  const options = segments.map(({ id, name }) => ({ value: id, label: name }));
  const faultOf = (field: string) => Object.entries(errors).find(([path]) => path.split('.')[0] === field)?.[1];
  const shared = { data: options, searchable: true, comboboxProps: { transitionProps: { duration: 0 } } };
  return (
    <Stack maw="36rem">
      <NativeSelect
        label={t('list')}
        value={listId}
        error={errors.listId}
        data={choices}
        onChange={({ currentTarget: { value } }) =>
          void change({ listId: value, segmentIds: [], excludedSegmentIds: [] })
        }
      />
      <MultiSelect
        {...shared}
        label={t('includeSegments')}
        placeholder={segmentIds.length === 0 ? t('everyone') : ''}
        value={segmentIds}
        error={faultOf('segmentIds')}
        onChange={(value) => void change({ segmentIds: value })}
      />
      <MultiSelect
        {...shared}
        label={t('excludeSegments')}
        placeholder={excludedSegmentIds.length === 0 ? t('noSegments') : ''}
        value={excludedSegmentIds}
        error={faultOf('excludedSegmentIds')}
        onChange={(value) => void change({ excludedSegmentIds: value })}
      />
      {resendAudience && (
        <Text>
          {t(resendAudience === 'NOT_OPENED' ? 'onlyNonOpeners' : 'onlyNonClickers', { name: resendOf?.name ?? '' })}
        </Text>
      )}
      <AudienceCount campaign={campaign} />
    </Stack>
  );
}
