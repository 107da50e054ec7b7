import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { TestTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { TestOutcomes } from '../../mail/test-outcomes.tsx';
import { useViewer } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useEditorText } from './editor-texts.ts';
import type { useSaving } from './saving.tsx';

interface Props {
  id: string;
  language: string | undefined;
  variables: Record<string, unknown>;
  saving: ReturnType<typeof useSaving>;
  onClose: () => void;
}

/** Sends a template to oneself. A test sends the saved version. */
export function TestMail({ id, language, variables, saving, onClose }: Props) {
  const t = useEditorText();
  const { member, team } = useViewer();
  const [to, setTo] = useState(member.email);
  const [from, setFrom] = useState(team.fromEmail ? '' : member.email);
  const [error, setError] = useState<CombinedError>();
  const [sent, setSent] = useState<string>();
  const [send, busy] = useMutation(TestTemplateDocument);
  const errors = fieldErrors(error);
  const go = async () => {
    setSent(undefined);
    if (saving.isDirty && !(await saving.save())) return onClose(); // errors are shown in the editor
    const input = {
      to: to.split(/[,;\s]+/).filter(Boolean),
      variables,
      ...(from && { from }),
      locale: language ?? null,
    };
    const { data, error } = await send({ input: { id, ...input } });
    setError(error);
    setSent(data?.testTemplate.transactionalMail.id);
  };
  return (
    <Dialog opened onClose={onClose} title={t('sendTestMail')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <Stack>
          <TextInput
            label={t('testMailTo')}
            value={to}
            error={Object.entries(errors).find(([path]) => path === 'to' || path.startsWith('to.'))?.[1]}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setTo(value)}
          />
          <TextInput
            label={t('testMailFrom')}
            placeholder={team.fromEmail ?? ''}
            value={from}
            error={errors.from}
            onChange={({ currentTarget: { value } }) => setFrom(value)}
          />
          <Text size="sm" c="dimmed">
            {t('testMailHint')}
          </Text>
          {error && !Object.keys(errors).some((path) => /^(to|from)\b/.test(path)) && <Failed error={error} />}
          <TestOutcomes ids={sent === undefined ? [] : [sent]} />
          <Group justify="flex-end">
            <Button type="submit" loading={busy || saving.busy}>
              {t(saving.isDirty ? 'testMailSaveAndSend' : 'testMailSend')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
