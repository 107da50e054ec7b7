import { Button, Code, Group, List, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { PreviewOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailFrame } from '../../../mail/mail-frame.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Shown } from '../../../states/shown.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useComposeText } from '../compose/texts.ts';
import { useShownPerson } from './use-shown-person.ts';

const WIDTHS = ['desktop', 'phone', 'text'] as const;
const PHONE_PX = 375;

const route = getRouteApi('/campaigns/$campaign');

/** A draft as real people would get it, one after another. */
export function Preview({ campaign }: { campaign: ShownCampaign }) {
  const say = useComposeText();
  const navigate = route.useNavigate();
  const { variant } = route.useSearch();
  const { person, search, find, previous, next } = useShownPerson(campaign.id);
  const [width, setWidth] = useState<string>('desktop');
  const number = campaign.test && variant ? Number(variant) : null;
  const read = useRead(PreviewOfDocument, { id: campaign.id, subscriberId: person?.id ?? null, variant: number });
  const again = useEffectEvent(() => read.again());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown depends on what was saved
  useEffect(() => again(), [campaign.updatedAt]);
  const who = person?.email ?? say('example');
  return (
    <Panel title={say('preview')}>
      <Stack>
        <TextInput
          label={say('find')}
          type="search"
          value={search}
          onChange={({ currentTarget: { value } }) => find(value)}
        />
        <Group grow>
          <Button variant="default" disabled={!previous} onClick={previous}>
            {say('previous')}
          </Button>
          <Button variant="default" disabled={!next} onClick={next}>
            {say('following')}
          </Button>
        </Group>
        {campaign.test && (
          <NativeSelect
            label={say('variant')}
            value={variant ?? '1'}
            data={campaign.test.variants.map((one) => ({ value: String(one.number), label: one.name }))}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ search: (now) => ({ ...now, variant: value }), replace: true })
            }
          />
        )}
        <SegmentedControl
          aria-label={say('width')}
          value={width}
          onChange={setWidth}
          transitionDuration={0}
          data={WIDTHS.map((value) => ({ value, label: say(value) }))}
        />
        <Text size="sm" aria-live="polite">
          {[who, [person?.firstName, person?.lastName].filter(Boolean).join(' '), person?.locale]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Shown of={read} lines={6}>
          {({ previewCampaign: mail }) =>
            mail && (
              <>
                <Text fw={600}>{mail.subject}</Text>
                {width === 'text' ? (
                  <Code block style={{ whiteSpace: 'pre-wrap' }}>
                    {mail.text}
                  </Code>
                ) : (
                  <MailFrame
                    html={mail.html}
                    title={say('mail', { who })}
                    {...(width === 'phone' && { width: PHONE_PX })}
                  />
                )}
                {mail.warnings.length > 0 && (
                  <List size="sm">
                    {mail.warnings.map((warning) => (
                      <List.Item key={warning}>{warning}</List.Item>
                    ))}
                  </List>
                )}
              </>
            )
          }
        </Shown>
      </Stack>
    </Panel>
  );
}
