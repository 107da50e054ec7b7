import { Anchor, Code, Group, List, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { ConnectGmailDocument } from '../../../../../generated/dashboard/gmail.ts';
import { useMutation } from '../../../../client/use-mutation.ts';
import { Fields } from '../../../../editing/fields.tsx';
import { useFields } from '../../../../editing/use-fields.ts';
import { useMayManage } from '../../../../session/viewer.tsx';
import { useGmailText } from './texts.ts';

const PLAYGROUND = 'https://developers.google.com/oauthplayground';
const SCOPE = 'https://www.googleapis.com/auth/postmaster.traffic.readonly';

/** Shows how to get credentials from Google, and stores them. */
export function ConnectGmail({ onConnected, onClose }: { onConnected: () => void; onClose: () => void }) {
  const t = useGmailText();
  const allowed = useMayManage();
  const [connect] = useMutation(ConnectGmailDocument);
  const fields = useFields({ clientId: '', clientSecret: '', refreshToken: '' });
  const save = async () => {
    if (!(await fields.save(() => connect({ input: fields.values })))) return;
    onConnected();
    onClose();
  };
  const secret = { autoComplete: 'off', spellCheck: false };
  return (
    <Stack>
      <Text size="sm">{t('howTo')}</Text>
      <List type="ordered" size="sm" spacing={6} style={{ overflowWrap: 'anywhere' }}>
        <List.Item>{t('step1')}</List.Item>
        <List.Item>{t('step2')}</List.Item>
        <List.Item>{t('step3')}</List.Item>
        <List.Item>
          {t('step4')} <Code>{PLAYGROUND}</Code>
        </List.Item>
        <List.Item>
          {t('step5')} <Code>{SCOPE}</Code>
        </List.Item>
        <List.Item>{t('step6')}</List.Item>
      </List>
      <Group gap="md">
        <Anchor href="https://postmaster.google.com" target="_blank" rel="noreferrer" size="sm">
          {t('openPostmaster')}
        </Anchor>
        <Anchor href="https://console.cloud.google.com" target="_blank" rel="noreferrer" size="sm">
          {t('openConsole')}
        </Anchor>
      </Group>
      <Fields of={fields} onSave={() => void save()} action={t('connect')} allowed={allowed} onCancel={onClose}>
        <TextInput label={t('clientId')} {...secret} {...fields.text('clientId')} />
        <PasswordInput label={t('clientSecret')} {...secret} {...fields.text('clientSecret')} />
        <PasswordInput
          label={t('refreshToken')}
          description={t('secretsHint')}
          {...secret}
          {...fields.text('refreshToken')}
        />
      </Fields>
    </Stack>
  );
}
