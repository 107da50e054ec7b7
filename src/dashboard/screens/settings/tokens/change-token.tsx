import { Textarea, TextInput } from '@mantine/core';
import { ChangeTokenDocument, type TokenRowFragment } from '../../../../generated/dashboard/tokens.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { useTokensText } from './texts.ts';

/** The editable parts of a token; other permissions need a new token. */
export function ChangeToken({ token, onClose }: { token: TokenRowFragment; onClose: () => void }) {
  const t = useTokensText();
  const [change] = useMutation(ChangeTokenDocument);
  const { id, name, note, rateLimit } = token;
  const fields = useFields({ name, note: note ?? '', rateLimit: rateLimit ?? null });
  const save = async () => {
    const input = { id, ...fields.values, note: orNull(fields.values.note) };
    if (await fields.save(() => change({ input }))) onClose();
  };
  return (
    <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
      <TextInput label={t('name')} data-autofocus {...fields.text('name')} />
      <Textarea label={t('description')} autosize {...fields.text('note')} />
      <NumberEntry
        decimals={0}
        label={t('rateLimit')}
        description={t('rateLimitHint')}
        {...fields.number('rateLimit')}
      />
    </Fields>
  );
}
