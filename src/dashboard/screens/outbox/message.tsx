import { Badge, Button, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { OutboxMessageDocument, type OutboxMessageQuery } from '../../../generated/dashboard/outbox.ts';
import { saveAsFile } from '../../client/export-pages.ts';
import { useRead } from '../../client/use-read.ts';
import { MailFrame } from '../../mail/mail-frame.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { Headers, Plain } from './parts.tsx';
import { VIEWS, WIDTHS } from './search.ts';
import { useOutboxText } from './texts.ts';

export const Message = createLazyRoute('/outbox/$id')({ component: MessageScreen });

const route = getRouteApi('/outbox/$id');
const PHONE_WIDTH = 375;

type OutboxMessage = NonNullable<OutboxMessageQuery['outboxMessage']>;

function MessageScreen() {
  const t = useOutboxText();
  const { id } = route.useParams();
  const { moment, number } = useFormat();
  const read = useRead(OutboxMessageDocument, { id });
  return (
    <>
      <TextLink to="/outbox">{t('back')}</TextLink>
      <Loaded of={read} lines={10}>
        {({ outboxMessage: message }) =>
          message?.content ? (
            <Stack>
              <ScreenTitle>{message.subject || t('noSubject')}</ScreenTitle>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {message.from} → <Recipient email={message.to} /> · {moment(message.createdAt)} ·{' '}
                {t('kilobytes', { size: number(Math.ceil(message.size / 1_000)) })}
              </Text>
              <Attachments attachments={message.content.attachments} />
              <Views message={message} content={message.content} />
            </Stack>
          ) : (
            <NotFound />
          )
        }
      </Loaded>
    </>
  );
}

const ADDRESS = /^\S+@\S+$/;

/** Its recipients: one address, or several. */
function Recipient({ email }: { email: string }) {
  if (!ADDRESS.test(email)) return email;
  return (
    <TextLink to="/people/$email" params={{ email }} size="sm">
      {email}
    </TextLink>
  );
}

function Attachments({ attachments }: { attachments: NonNullable<OutboxMessage['content']>['attachments'] }) {
  return (
    <Group gap={4}>
      {attachments.map(({ filename, contentType }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments have nothing else of their own, and never change
        <Badge key={index} variant="default" tt="none">
          {filename ?? contentType}
        </Badge>
      ))}
    </Group>
  );
}

function Views({ message, content }: { message: OutboxMessage; content: NonNullable<OutboxMessage['content']> }) {
  const t = useOutboxText();
  const { view = content.html === null ? 'text' : 'html', width = 'desktop' } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (change: Partial<Record<'view' | 'width', string | null>>) =>
    void navigate({
      search: (now) => ({
        view: VIEWS.find((one) => one === (change.view ?? now.view)),
        width: WIDTHS.find((one) => one === (change.width ?? now.width)),
      }),
      replace: true,
    });
  return (
    <Tabs value={view} onChange={(view) => choose({ view })} keepMounted={false}>
      <Tabs.List>
        {VIEWS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(one)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="html" pt="md">
        {content.html === null ? (
          <Text c="dimmed">{t('noHtml')}</Text>
        ) : (
          <Stack align="flex-start">
            <SegmentedControl
              aria-label={t('view')}
              value={width}
              data={WIDTHS.map((value) => ({ value, label: t(value) }))}
              onChange={(width) => choose({ width })}
              visibleFrom="sm"
            />
            <MailFrame
              html={content.html}
              title={message.subject || t('noSubject')}
              {...(width === 'phone' && { width: PHONE_WIDTH })}
            />
          </Stack>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="text" pt="md">
        <Plain text={content.text ?? ''} />
      </Tabs.Panel>
      <Tabs.Panel value="headers" pt="md">
        <Headers headers={content.headers} />
      </Tabs.Panel>
      <Tabs.Panel value="source" pt="md">
        <Stack align="flex-start">
          <Button
            variant="default"
            size="xs"
            onClick={() => saveAsFile(content.source, `${message.id}.eml`, 'message/rfc822')}
          >
            {t('download')}
          </Button>
          <Plain text={content.source} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
