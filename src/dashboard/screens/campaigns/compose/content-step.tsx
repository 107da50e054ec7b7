import { Checkbox, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ListsAndTemplatesDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { MoreSettings } from '../../../editing/more-settings.tsx';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Preview } from '../preview/preview.tsx';
import { DraftHeaders } from './draft-headers.tsx';
import { DraftText } from './draft-text.tsx';
import { useComposeText } from './texts.ts';
import type { Draft } from './use-draft.ts';

/** The content and sender of a draft, beside a preview for real people. */
export function ContentStep({ campaign, draft }: { campaign: ShownCampaign; draft: Draft }) {
  const t = useComposeText();
  const { change, errors } = draft;
  const { data } = useRead(ListsAndTemplatesDocument, {});
  const { template, templateName } = campaign;
  const list = data?.lists.nodes.find(({ id }) => id === campaign.listId);
  const languages = Object.keys(template?.localeVariants ?? {});
  const text = { campaign, draft };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Stack>
        <DraftText {...text} field="name" label={t('name')} required />
        <NativeSelect
          label={t('template')}
          value={templateName ?? ''}
          error={errors.template}
          data={[...(templateName ? [] : ['']), ...(data?.templates.nodes ?? []).map(({ name }) => name)]}
          onChange={({ currentTarget: { value } }) => void change({ template: value })}
        />
        {languages.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('languages', { languages: languages.join(', ') })}
          </Text>
        )}
        <DraftText
          {...text}
          field="subject"
          label={t('subject')}
          placeholder={template?.subject ?? t('fromTemplate')}
        />
        <DraftText {...text} field="preheader" label={t('preheader')} placeholder={t('fromTemplate')} />
        <DraftText {...text} field="fromName" label={t('fromName')} placeholder={list?.fromName ?? t('fromList')} />
        <DraftText {...text} field="fromEmail" label={t('fromEmail')} placeholder={list?.fromEmail ?? t('fromList')} />
        <DraftText {...text} field="replyTo" label={t('replyTo')} placeholder={t('fromList')} />
        <MoreSettings isWrong={Object.keys(errors).some((path) => COLLAPSED.test(path))}>
          <More campaign={campaign} draft={draft} />
        </MoreSettings>
      </Stack>
      <Preview campaign={campaign} />
    </SimpleGrid>
  );
}

/** The fields that are folded away. */
const COLLAPSED = /^(text|messagesPerMinute|headers)\b/;

function More({ campaign, draft }: { campaign: ShownCampaign; draft: Draft }) {
  const { change, errors } = draft;
  const t = useComposeText();
  const [perMinute, setPerMinute] = useState(campaign.messagesPerMinute ?? undefined);
  return (
    <>
      <DraftText
        campaign={campaign}
        draft={draft}
        field="text"
        label={t('textPart')}
        description={t('textPartHint')}
        lines
      />
      {(['tracking', 'archive', 'ignoreFrequency'] as const).map((field) => (
        <Checkbox
          key={field}
          label={t(field)}
          checked={campaign[field]}
          onChange={({ currentTarget: { checked } }) => void change({ [field]: checked })}
        />
      ))}
      <NumberEntry
        decimals={0}
        label={t('perMinute')}
        value={perMinute}
        onChange={setPerMinute}
        error={errors.messagesPerMinute}
        onBlur={({ currentTarget }) => {
          if (!currentTarget.dataset.misread) void change({ messagesPerMinute: perMinute ?? null });
        }}
      />
      <DraftHeaders campaign={campaign} draft={draft} />
    </>
  );
}
