import { Button, Code, List, Stack, Text } from '@mantine/core';
import {
  SourceOfCampaignMessageDocument,
  SourceOfMailDocument,
  type SourceOfMailQuery,
} from '../../generated/dashboard/mail.ts';
import { saveAsFile } from '../client/export-pages.ts';
import { useRead } from '../client/use-read.ts';
import { Loaded } from '../states/loaded.tsx';
import { useSourceText } from './source-texts.ts';

type Source = NonNullable<SourceOfMailQuery['transactionalMail']>['source'];

/** The MIME source of a transactional e-mail. */
export function MailSource({ id }: { id: string }) {
  const read = useRead(SourceOfMailDocument, { id });
  return (
    <Loaded of={read} lines={12}>
      {({ transactionalMail }) => <Shown id={id} source={transactionalMail?.source ?? null} />}
    </Loaded>
  );
}

/** The MIME source of a campaign message or an automation e-mail. */
export function CampaignMessageSource({ id }: { id: string }) {
  const read = useRead(SourceOfCampaignMessageDocument, { id });
  return (
    <Loaded of={read} lines={12}>
      {({ campaignMessage }) => <Shown id={id} source={campaignMessage?.source ?? null} />}
    </Loaded>
  );
}

/** A source to read and to save, with its differences from the sent bytes. */
function Shown({ id, source }: { id: string; source: Source }) {
  const t = useSourceText();
  if (!source) return <Text c="dimmed">{t('none')}</Text>;
  return (
    <Stack>
      <div>
        <Text size="sm" c="dimmed">
          {t('composedAgain')}
        </Text>
        <List size="sm" c="dimmed">
          {source.differences.map((one) => (
            <List.Item key={one}>{t(one)}</List.Item>
          ))}
        </List>
      </div>
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => saveAsFile(source.content, `${id}.eml`, 'message/rfc822')}
      >
        {t('download')}
      </Button>
      <Code
        block
        tabIndex={0}
        mah={720}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflowY: 'auto' }}
      >
        {source.content}
      </Code>
    </Stack>
  );
}
