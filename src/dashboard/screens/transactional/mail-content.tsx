import { Code, Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { MailContentDocument } from '../../../generated/dashboard/transactional.ts';
import { useRead } from '../../client/use-read.ts';
import { MailFrame } from '../../mail/mail-frame.tsx';
import { MailSource } from '../../mail/message-source.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useMailText } from './mail-texts.ts';
import { VIEWS } from './search.ts';

const route = getRouteApi('/transactional/$id');

/** The content of an e-mail. It is made again from the template as that is now: nothing of a mail is kept that was sent. */
export function MailContent({ id }: { id: string }) {
  const t = useMailText();
  const { view = 'html' } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(MailContentDocument, { id });
  const turn = (tab: string | null) =>
    void navigate({ search: { view: VIEWS.find((one) => one === tab) }, replace: true });
  return (
    <Panel title={t('content')}>
      <Loaded of={read} lines={10}>
        {({ previewTransactionalMail: rendered }) =>
          rendered ? (
            <Tabs value={view} onChange={turn} keepMounted={false}>
              <Tabs.List>
                <Tabs.Tab value="html">{t('html')}</Tabs.Tab>
                <Tabs.Tab value="text">{t('text')}</Tabs.Tab>
                <Tabs.Tab value="source">{t('source')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="html" pt="md">
                <MailFrame html={rendered.html} title={rendered.subject || t('noSubject')} />
              </Tabs.Panel>
              <Tabs.Panel value="text" pt="md">
                <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {rendered.text}
                </Code>
              </Tabs.Panel>
              <Tabs.Panel value="source" pt="md">
                <MailSource id={id} />
              </Tabs.Panel>
              {view !== 'source' && (
                <Text size="sm" c="dimmed" mt="sm">
                  {t('currentTemplate')}
                </Text>
              )}
            </Tabs>
          ) : (
            <Text c="dimmed">{t('noContent')}</Text>
          )
        }
      </Loaded>
    </Panel>
  );
}
