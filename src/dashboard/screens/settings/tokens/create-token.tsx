import { Radio, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { CreateTokenDocument } from '../../../../generated/dashboard/tokens.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { ShownOnce } from '../../../editing/shown-once.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { ApiExamples } from './api-examples.tsx';
import { TASKS } from './example-calls.ts';
import { useTokensText } from './texts.ts';

/** The permissions of a token, in words and as API values, and the example calls that they allow. */
const MAY = {
  READ: { ability: 'READ', scopes: [], tasks: ['readLists'] },
  WRITE: { ability: 'WRITE', scopes: [], tasks: TASKS },
  events: { ability: 'WRITE', scopes: ['EVENTS_WRITE'], tasks: ['recordEvent'] },
  mails: { ability: 'WRITE', scopes: ['MAILS_SEND'], tasks: ['sendMail'] },
  both: { ability: 'WRITE', scopes: ['EVENTS_WRITE', 'MAILS_SEND'], tasks: ['recordEvent', 'sendMail'] },
} as const;
type May = keyof typeof MAY;
const isMay = (text: string): text is May => text in MAY;

/** Makes a token, and shows it this once. */
export function CreateToken({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const t = useTokensText();
  const [create] = useMutation(CreateTokenDocument);
  const [secret, setSecret] = useState<string>();
  const fields = useFields({
    name: '',
    note: '',
    may: 'READ' as May,
    expiresAt: '',
    rateLimit: null as number | null,
    ability: undefined,
    scopes: undefined,
  });
  const { name, note, may, expiresAt, rateLimit } = fields.values;
  const save = async () => {
    const { ability, scopes } = MAY[may];
    // Until the end of that day where the person is.
    const until = expiresAt ? new Date(`${expiresAt}T23:59:59`).toISOString() : null;
    const input = { name, note: orNull(note), ability, scopes: [...scopes], expiresAt: until, rateLimit };
    const made = await fields.save(() => create({ input }));
    if (!made) return;
    setSecret(made.createApiToken.secret);
    onCreated();
  };
  if (secret)
    return (
      <Stack>
        <ShownOnce label={t('token')} secret={secret} onCopied={onClose} />
        <Title order={3} size="h4">
          {t('examples')}
        </Title>
        <ApiExamples token={secret} tasks={MAY[may].tasks} />
      </Stack>
    );
  return (
    <Fields of={fields} onSave={() => void save()} action={t('create')} onCancel={onClose}>
      <TextInput label={t('name')} data-autofocus {...fields.text('name')} />
      <Textarea label={t('description')} autosize {...fields.text('note')} />
      <Radio.Group
        label={t('permissions')}
        value={may}
        onChange={(chosen) => isMay(chosen) && fields.set('may', chosen)}
        error={fields.errorOf('ability') ?? fields.errorOf('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {Object.keys(MAY)
            .filter(isMay)
            .map((one) => (
              <Radio key={one} value={one} label={t(one)} description={t(`${one}_hint`)} />
            ))}
        </Stack>
      </Radio.Group>
      <TextInput label={t('expires')} description={t('expiresHint')} type="date" {...fields.text('expiresAt')} />
      <NumberEntry
        decimals={0}
        label={t('rateLimit')}
        description={t('rateLimitHint')}
        {...fields.number('rateLimit')}
      />
    </Fields>
  );
}
