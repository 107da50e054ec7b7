import { Text } from '@mantine/core';
import { RotateKeyDocument } from '../../../../generated/dashboard/domains.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { NO_OWN_KEY, OwnKeyFields, ownKeyInput } from './own-key-fields.tsx';
import { useDomainsText } from './texts.ts';

/** Starts the rotation of a domain's key, with a new key or an own one. */
export function RotateKey({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const t = useDomainsText();
  const [rotate] = useMutation(RotateKeyDocument);
  const fields = useFields({ ...NO_OWN_KEY });
  const save = async () => {
    if (await fields.save(() => rotate({ id, input: ownKeyInput(fields.values) }))) onDone();
  };
  return (
    <Fields of={fields} onSave={() => void save()} action={t('rotate')} onCancel={onClose}>
      <Text size="sm">{t('rotateHint')}</Text>
      <OwnKeyFields text={fields.text} />
    </Fields>
  );
}
