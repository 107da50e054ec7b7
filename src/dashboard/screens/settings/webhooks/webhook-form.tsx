import { MultiSelect, NativeSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  ChangeWebhookDocument,
  CreateWebhookDocument,
  WebhookChoicesDocument,
  type WebhookRowFragment,
} from '../../../../generated/dashboard/webhooks.ts';
import { useChange } from '../../../client/use-change.ts';
import { useRead } from '../../../client/use-read.ts';
import { Fields } from '../../../editing/fields.tsx';
import { ShownOnce } from '../../../editing/shown-once.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { useWebhooksText } from './texts.ts';

/** Where to tell, and of what. A new webhook's secret is shown this once. */
export function WebhookForm({ webhook, onSaved, onClose }: Props) {
  const say = useWebhooksText();
  const choices = useRead(WebhookChoicesDocument, {}).data;
  const [create] = useChange(CreateWebhookDocument);
  const [change] = useChange(ChangeWebhookDocument);
  const [secret, setSecret] = useState<string>();
  const fields = useFields({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    everything: webhook?.kinds.includes('*') ?? true,
    kinds: webhook?.kinds.filter((kind) => kind !== '*') ?? [],
    eventNames: webhook?.filter?.eventNames ?? ([] as string[]),
    listId: webhook?.filter?.listId ?? '',
    enabled: webhook?.enabled ?? true,
    filter: undefined,
  });
  const save = async () => {
    const { url, description, everything, kinds, eventNames, listId, enabled } = fields.values;
    const filter = {
      ...(eventNames.length > 0 && { eventNames }),
      ...(listId !== '' && { listId }),
    };
    const input = {
      ...{ url, enabled, description: orNull(description) },
      kinds: everything ? ['*'] : kinds,
      filter: Object.keys(filter).length > 0 ? filter : null,
    };
    if (webhook) {
      if (!(await fields.save(() => change({ id: webhook.id, input })))) return;
      onClose();
    } else {
      const made = await fields.save(() => create({ input }));
      if (!made) return;
      setSecret(made.createWebhook.secret);
    }
    onSaved();
  };
  if (secret) return <ShownOnce label={say('secret')} secret={secret} onKept={onClose} />;
  const known = choices?.webhookKinds.map(({ kind }) => kind) ?? [];
  return (
    <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
      <TextInput label={say('url')} type="url" placeholder="https://" data-autofocus {...fields.text('url')} />
      <TextInput label={say('description')} {...fields.text('description')} />
      <Switch label={say('everythingMore')} {...fields.box('everything')} />
      {!fields.values.everything && (
        <MultiSelect
          label={say('kinds')}
          data={[...new Set([...known, ...fields.values.kinds])]}
          searchable
          comboboxProps={{ transitionProps: { duration: 0 } }}
          {...fields.texts('kinds')}
        />
      )}
      <TagsInput
        label={say('eventNames')}
        description={say('eventNamesMore')}
        {...fields.texts('eventNames')}
        error={fields.errorOf('filter.eventNames')}
      />
      <NativeSelect
        label={say('onlyList')}
        {...fields.text('listId')}
        error={fields.errorOf('filter.listId') ?? fields.errorOf('filter.list')}
        data={[
          { value: '', label: say('anyList') },
          ...(choices?.lists.nodes.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
      />
      <Switch label={say('enabled')} description={say('enabledMore')} {...fields.box('enabled')} />
    </Fields>
  );
}

interface Props {
  /** Absent: a new one is made. */
  webhook: WebhookRowFragment | undefined;
  onSaved: () => void;
  onClose: () => void;
}
