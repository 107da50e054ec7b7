import { Button, Code, Group, List, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { PreviewOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailFrame } from '../../../mail/mail-frame.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useComposeText } from '../compose/texts.ts';
import { usePreviewPerson } from './use-preview-person.ts';

const WIDTHS = ['desktop', 'phone', 'plainText'] as const;
const PHONE_PX = 375;

const route = getRouteApi('/campaigns/$campaign');

/** A draft as real people would get it, one after another. */
export function Preview({ campaign }: { campaign: ShownCampaign }) {
  const t = useComposeText();
  const navigate = route.useNavigate();
  const { variant } = route.useSearch();
  const { person, search, find, previous, next } = usePreviewPerson(campaign.id);
  const [width, setWidth] = useState<string>('desktop');
  const number = campaign.abTest && variant ? Number(variant) : null;
  const read = useRead(PreviewOfDocument, { id: campaign.id, subscriberId: person?.id ?? null, variant: number });
  const refetch = useEffectEvent(() => read.refetch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown depends on what was saved
  useEffect(() => refetch(), [campaign.updatedAt]);
  const who = person?.email ?? t('examplePerson');
  return (
    <Panel title={t('preview')}>
      <Stack>
        <TextInput
          label={t('findPerson')}
          type="search"
          value={search}
          onChange={({ currentTarget: { value } }) => find(value)}
        />
        <Group grow>
          <Button variant="default" disabled={!previous} onClick={previous}>
            {t('previousPerson')}
          </Button>
          <Button variant="default" disabled={!next} onClick={next}>
            {t('nextPerson')}
          </Button>
        </Group>
        {campaign.abTest && (
          <NativeSelect
            label={t('variant')}
            value={variant ?? '1'}
            data={campaign.abTest.variants.map((one) => ({ value: String(one.number), label: one.name }))}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ search: (now) => ({ ...now, variant: value }), replace: true })
            }
          />
        )}
        <SegmentedControl
          aria-label={t('view')}
          value={width}
          onChange={setWidth}
          transitionDuration={0}
          data={WIDTHS.map((value) => ({ value, label: t(value) }))}
        />
        <Text size="sm" aria-live="polite">
          {[who, [person?.firstName, person?.lastName].filter(Boolean).join(' '), person?.locale]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Loaded of={read} lines={6}>
          {({ previewCampaign: mail }) =>
            mail && (
              <>
                <Text fw={600}>{mail.subject}</Text>
                {width === 'plainText' ? (
                  <Code block style={{ whiteSpace: 'pre-wrap' }}>
                    {mail.text}
                  </Code>
                ) : (
                  <MailFrame
                    html={mail.html}
                    title={t('mailFor', { who })}
                    {...(width === 'phone' && { width: PHONE_PX })}
                  />
                )}
                {mail.warnings.length > 0 && (
                  <List size="sm">
                    {mail.warnings.map(({ message: warning }) => (
                      <List.Item key={warning}>{warning}</List.Item>
                    ))}
                  </List>
                )}
              </>
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  );
}
