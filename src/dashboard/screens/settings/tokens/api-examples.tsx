import { Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiExamplesDocument } from '../../../../generated/dashboard/tokens.ts';
import { addressOf } from '../../../client/urls.ts';
import { useRead } from '../../../client/use-read.ts';
import { CopyField } from '../../../editing/copy-field.tsx';
import { exampleCall, TASKS, type Task } from './example-calls.ts';
import { LANGUAGES, type SnippetLanguage, snippetOf } from './snippets.ts';
import { useTokensText } from './texts.ts';

/** First calls with the team's own list and template. `token`: one that was just created. `tasks`: those that it allows. */
export function ApiExamples({ token = 'YOUR_TOKEN', tasks = TASKS }: { token?: string; tasks?: readonly Task[] }) {
  const t = useTokensText();
  const [task, setTask] = useState(tasks[0] as Task);
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const { data } = useRead(ApiExamplesDocument, {});
  if (!data) return null;
  const [list] = data.lists.nodes;
  const [template] = data.templates.nodes;
  const sender = data.team.fromEmail ?? list?.fromEmail;
  const call = exampleCall(task, { listId: list?.id, template: template?.name, sender });
  const { referenceUrl, playgroundUrl } = data.installation;
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        <NativeSelect
          label={t('task')}
          value={task}
          data={tasks.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget: { value } }) => setTask(value as Task)}
        />
        <NativeSelect
          label={t('language')}
          value={language}
          data={[...LANGUAGES]}
          onChange={({ currentTarget: { value } }) => setLanguage(value as SnippetLanguage)}
        />
      </Group>
      <CopyField label={t('example')} visible={false} value={snippetOf(language, call, addressOf('api/v1'), token)} />
      {language === 'GraphQL' && (
        <Text size="sm" c="dimmed">
          {t('graphqlHint', { url: addressOf('graphql') })}
        </Text>
      )}
      <Group gap="md">
        {referenceUrl && (
          <Anchor size="sm" href={referenceUrl}>
            {t('reference')}
          </Anchor>
        )}
        {playgroundUrl && (
          <Anchor size="sm" href={playgroundUrl}>
            {t('playground')}
          </Anchor>
        )}
        <Anchor size="sm" href={addressOf('openapi.json')}>
          {t('openapi')}
        </Anchor>
      </Group>
    </Stack>
  );
}
