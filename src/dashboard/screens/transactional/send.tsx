import { Autocomplete, Button, Stack, TagsInput } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { MailTemplatesDocument, SendOneMailDocument } from '../../../generated/dashboard/transactional.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useChange } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { CodeEditor } from '../../code/code-editor.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { useStateText } from '../../states/texts.ts';
import { useMailText } from './mail-texts.ts';

export const Send = createLazyRoute('/transactional/send')({ component: SendScreen });

const route = getRouteApi('/transactional/send');

function SendScreen() {
  const say = useMailText();
  const state = useStateText();
  return (
    <>
      <TextLink to="/transactional">{say('back')}</TextLink>
      <ScreenTitle>{say('sendOne')}</ScreenTitle>
      {useMayWrite() ? <SendForm /> : <Nothing title={state('forbidden')}>{state('forbiddenMore')}</Nothing>}
    </>
  );
}

/** A mail from a template to a few people. What the server says of a field stands at the field. */
function SendForm() {
  const say = useMailText();
  const { template: named = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [template, setTemplate] = useState(named);
  const [to, setTo] = useState<string[]>([]);
  const [variables, setVariables] = useState('{}');
  const [error, setError] = useState<CombinedError>();
  const known = useRead(MailTemplatesDocument, { search: template || null });
  const [send, sending] = useChange(SendOneMailDocument);
  const parsed = readObject(variables);
  const wrong = fieldErrors(error);
  const wrongTo = Object.entries(wrong).find(([path]) => /^to\b/.test(path))?.[1];
  const submit = async () => {
    if (!parsed) return;
    const { data, error } = await send({ input: { template, to, variables: parsed } });
    setError(error);
    if (data) void navigate({ to: '/transactional/$id', params: { id: data.sendTransactionalMail.id } });
  };
  const atFields = [wrong.template, wrongTo, wrong.variables].some((one) => one !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack maw={640}>
        <Autocomplete
          label={say('template')}
          value={template}
          onChange={setTemplate}
          data={[...new Set(known.data?.templates.nodes.map(({ name }) => name))]}
          error={wrong.template}
          required
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <TagsInput
          label={say('to')}
          placeholder={say('toHint')}
          value={to}
          onChange={setTo}
          error={wrongTo}
          acceptValueOnBlur
          splitChars={[',', ';', ' ']}
        />
        <CodeEditor
          label={say('variables')}
          language="json"
          height={160}
          value={variables}
          onChange={setVariables}
          problems={parsed ? [] : [{ line: 1, column: 1, message: say('noObject') }]}
        />
        {wrong.variables && <Failed error={error as CombinedError} />}
        {error && !atFields && <Failed error={error} />}
        <div>
          <Button type="submit" loading={sending} disabled={!parsed}>
            {say('sendNow')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The object that a text in JSON stands for, or undefined. */
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
