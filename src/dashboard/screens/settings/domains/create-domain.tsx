import { TextInput } from '@mantine/core';
import { CreateDomainDocument } from '../../../../generated/dashboard/domains.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { NO_OWN_KEY, OwnKeyFields, ownKeyInput } from './own-key-fields.tsx';
import { useDomainsText } from './texts.ts';

/** Creates a domain with its key, then opens the records to publish. */
export function CreateDomain({ onCreated, onClose }: { onCreated: (id: string) => void; onClose: () => void }) {
  const t = useDomainsText();
  const [create] = useMutation(CreateDomainDocument);
  const fields = useFields({ domain: '', ...NO_OWN_KEY });
  const save = async () => {
    const made = await fields.save(() =>
      create({ input: { domain: fields.values.domain, ...ownKeyInput(fields.values) } }),
    );
    if (made) onCreated(made.createSendingDomain.sendingDomain.id);
  };
  return (
    <Fields of={fields} onSave={() => void save()} action={t('addDomain')} onCancel={onClose}>
      <TextInput
        label={t('domain')}
        description={t('domainHint')}
        placeholder="shop.example"
        data-autofocus
        {...fields.text('domain')}
      />
      <OwnKeyFields text={fields.text} />
    </Fields>
  );
}
