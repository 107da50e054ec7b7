import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  DisconnectGmailDocument,
  type GmailFiguresQuery,
  TestGmailDocument,
  type TestGmailMutation,
} from '../../../../../generated/dashboard/gmail.ts';
import { useMutation } from '../../../../client/use-mutation.ts';
import type { Read } from '../../../../client/use-read.ts';
import { ConfirmByName } from '../../../../editing/confirm-by-name.tsx';
import { EditDrawer } from '../../../../editing/edit-drawer.tsx';
import { useMayManage, useMayWrite } from '../../../../session/viewer.tsx';
import { Panel } from '../../../../shell/panel.tsx';
import { Failed } from '../../../../states/failed.tsx';
import { Loaded } from '../../../../states/loaded.tsx';
import { Mark } from '../../../../tables/mark.tsx';
import { useFormat } from '../../../../texts/use-format.ts';
import { useFilter } from '../use-filter.ts';
import { ConnectGmail } from './connect-gmail.tsx';
import { GmailDomain } from './gmail-domain.tsx';
import { useGmailText } from './texts.ts';

type Connection = NonNullable<GmailFiguresQuery['gmailPostmaster']>;

/** Google's figures about the team's sending domains, and the connection to Google. */
export function GmailPanel({ of: read }: { of: Read<GmailFiguresQuery> }) {
  const t = useGmailText();
  const mayManage = useMayManage();
  const mayWrite = useMayWrite();
  const [connecting, setConnecting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [disconnect] = useMutation(DisconnectGmailDocument);
  const [test, testing] = useMutation(TestGmailDocument);
  const [tested, setTested] = useState<Awaited<ReturnType<typeof test>>>();
  const check = async () => {
    setTested(await test({}));
    read.refetch();
  };
  return (
    <Panel title={t('title')}>
      <Loaded of={read}>
        {({ gmailPostmaster }) => (
          <Stack gap="xl">
            {gmailPostmaster ? (
              <>
                <State of={gmailPostmaster} />
                <Domains of={gmailPostmaster} />
              </>
            ) : (
              <Text c="dimmed">
                {t('empty')} {!mayManage && t('askOwner')}
              </Text>
            )}
            {(mayManage || (mayWrite && gmailPostmaster)) && (
              <Group gap="sm">
                {mayManage && (
                  <Button variant="default" onClick={() => setConnecting(true)}>
                    {t(gmailPostmaster ? 'replace' : 'connect')}
                  </Button>
                )}
                {gmailPostmaster && (
                  <Button variant="default" loading={testing} onClick={() => void check()}>
                    {t('check')}
                  </Button>
                )}
                {mayManage && gmailPostmaster && (
                  <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
                    {t('disconnect')}
                  </Button>
                )}
              </Group>
            )}
            {gmailPostmaster && tested?.error && <Failed error={tested.error} />}
            {gmailPostmaster && tested?.data && <Tested of={tested.data.testGmailPostmaster} />}
          </Stack>
        )}
      </Loaded>
      <EditDrawer title={t('connect')} opened={connecting} onClose={() => setConnecting(false)}>
        <ConnectGmail onConnected={() => void check()} onClose={() => setConnecting(false)} />
      </EditDrawer>
      <ConfirmByName
        title={t('disconnectTitle')}
        warning={t('disconnectWarning')}
        name={leaving ? t('title') : undefined}
        isTyped={false}
        action={t('disconnect')}
        onConfirm={async () => {
          const done = await disconnect({});
          if (!done.error) read.refetch();
          return done;
        }}
        onClose={() => setLeaving(false)}
      />
    </Panel>
  );
}

function State({ of: { problemCode, readAt } }: { of: Connection }) {
  const t = useGmailText();
  const { ago } = useFormat();
  return (
    <Stack gap={4}>
      {problemCode && <Mark color="red">{t(problemCode)}</Mark>}
      <Text size="sm" c="dimmed">
        {readAt ? t('lastRead', { ago: ago(readAt) }) : !problemCode && t('notRead')}
      </Text>
    </Stack>
  );
}

/** The domain that the screen is about, or all. */
function Domains({ of: { domains } }: { of: Connection }) {
  const t = useGmailText();
  const { search } = useFilter();
  const shown = domains.filter(({ sendingDomain }) => !search.domain || sendingDomain.domain === search.domain);
  if (shown.length === 0)
    return <Text c="dimmed">{search.domain ? t('otherDomain', { domain: search.domain }) : t('noDomains')}</Text>;
  return shown.map((domain) => <GmailDomain key={domain.sendingDomain.id} of={domain} />);
}

function Tested({ of: { problemCode, domains } }: { of: NonNullable<TestGmailMutation['testGmailPostmaster']> }) {
  const t = useGmailText();
  const faults = domains.filter((one) => one.problemCode !== null && one.problemCode !== problemCode);
  return (
    <Stack gap={4} role="status">
      <Mark color={problemCode ? 'red' : 'green'}>{t(problemCode ?? 'checkedOk')}</Mark>
      {faults.map((one) => (
        <Mark key={one.domain} color="orange">{`${one.domain}: ${t(one.problemCode ?? 'UNKNOWN')}`}</Mark>
      ))}
    </Stack>
  );
}
