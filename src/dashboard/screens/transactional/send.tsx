import { Autocomplete, Button, Stack, TagsInput, TextInput } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { MailTemplatesDocument, SendOneMailDocument } from '../../../generated/dashboard/transactional.ts';
import { fieldErrors, messagesAt } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { CodeEditor } from '../../code/code-editor.tsx';
import { type Header, HeaderFields, headersInput } from '../../editing/header-fields.tsx';
import { useHeaderText } from '../../editing/header-texts.ts';
import { MoreSettings } from '../../editing/more-settings.tsx';
import { readExample, readVariables } from '../../mail/example-variables.ts';
import { focusMisread } from '../../numbers/misread.ts';
import { useMayWrite, useViewer } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Failed } from '../../states/failed.tsx';
import { useStateText } from '../../states/texts.ts';
import { useMailText } from './mail-texts.ts';

export const Send = createLazyRoute('/transactional/send')({ component: SendScreen });

const route = getRouteApi('/transactional/send');

function SendScreen() {
  const t = useMailText();
  const state = useStateText();
  return (
    <>
      <TextLink to="/transactional">{t('back')}</TextLink>
      <ScreenTitle>{t('sendMail')}</ScreenTitle>
      {useMayWrite() ? <SendForm /> : <EmptyState title={state('forbidden')}>{state('forbiddenHint')}</EmptyState>}
    </>
  );
}

/** A mail from a template to a few people. The server's field errors show beside the fields. */
function SendForm() {
  const t = useMailText();
  const tHeader = useHeaderText();
  const { template: named = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [template, setTemplate] = useState(named);
  const [to, setTo] = useState<string[]>([]);
  const { member, team } = useViewer();
  const [from, setFrom] = useState(team.fromEmail ? '' : member.email);
  const [written, setWritten] = useState<string>();
  const [replyTo, setReplyTo] = useState<string[]>([]);
  const [headers, setHeaders] = useState<Header[]>([]);
  const [error, setError] = useState<CombinedError>();
  const known = useRead(MailTemplatesDocument, { search: template || null });
  const [send, sending] = useMutation(SendOneMailDocument);
  const chosen = known.data?.templates.nodes.find(({ name }) => name === template);
  const sample = chosen ? JSON.stringify(readExample(chosen.id), null, 2) : '{}';
  const variables = written ?? sample;
  const parsed = readVariables(variables);
  const wrong = fieldErrors(error);
  const errorOf = (path: string) => messagesAt(wrong, path)[0];
  const wrongMore = errorOf('replyTo') ?? errorOf('headers');
  const submit = async () => {
    if (!parsed) return;
    const more = { ...(from && { from }), ...(replyTo.length > 0 && { replyTo }), headers: headersInput(headers) };
    const { data, error } = await send({ input: { template, to, variables: parsed, ...more } });
    setError(error);
    if (data)
      void navigate({ to: '/transactional/$id', params: { id: data.sendTransactionalMail.transactionalMail.id } });
  };
  const atFields = [wrong.template, errorOf('to'), wrong.from, wrongMore, wrong.variables].some(
    (one) => one !== undefined,
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusMisread(event.currentTarget)) void submit();
      }}
    >
      <Stack maw={640}>
        <Autocomplete
          label={t('template')}
          value={template}
          onChange={setTemplate}
          data={[...new Set(known.data?.templates.nodes.map(({ name }) => name))]}
          error={wrong.template}
          required
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <TagsInput
          label={t('to')}
          placeholder={t('toHint')}
          value={to}
          onChange={setTo}
          error={errorOf('to')}
          acceptValueOnBlur
          splitChars={[',', ';', ' ']}
        />
        <TextInput
          label={t('from')}
          placeholder={team.fromEmail ?? ''}
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
          error={wrong.from}
        />
        <CodeEditor
          label={t('variables')}
          language="json"
          height={160}
          value={variables}
          onChange={setWritten}
          problems={parsed ? [] : [{ line: 1, column: 1, message: t('notJsonObject') }]}
        />
        <MoreSettings isWrong={wrongMore !== undefined}>
          <TagsInput
            label={t('replyTo')}
            description={t('replyToHint')}
            placeholder="help@shop.example"
            value={replyTo}
            onChange={setReplyTo}
            error={errorOf('replyTo')}
            acceptValueOnBlur
            splitChars={[',', ';']}
            maxTags={10}
          />
          <HeaderFields rows={headers} description={tHeader('mailHint')} errorOf={errorOf} onChange={setHeaders} />
        </MoreSettings>
        {wrong.variables && <Failed error={error as CombinedError} />}
        {error && !atFields && <Failed error={error} />}
        <div>
          <Button type="submit" loading={sending} disabled={!parsed}>
            {t('sendNow')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
