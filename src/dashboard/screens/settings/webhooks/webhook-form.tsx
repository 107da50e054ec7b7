import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ChangeKindOrAll,
  ChangeWebhookDocument,
  CreateWebhookDocument,
  WebhookChoicesDocument,
  type WebhookRowFragment,
} from '../../../../generated/dashboard/webhooks.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { Fields } from '../../../editing/fields.tsx';
import { ShownOnce } from '../../../editing/shown-once.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { EventNames } from '../../../rules/values/event-names.tsx';
import { useWebhooksText } from './texts.ts';

const ALL: ChangeKindOrAll[] = ['ALL'];

/** The address and the events of a webhook. A new webhook's secret is shown once. */
export function WebhookForm({ webhook, onSaved, onClose }: Props) {
  const t = useWebhooksText();
  const choices = useRead(WebhookChoicesDocument, {}).data;
  const [create] = useMutation(CreateWebhookDocument);
  const [change] = useMutation(ChangeWebhookDocument);
  const [secret, setSecret] = useState<string>();
  const fields = useFields({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    everything: webhook?.kinds.includes('ALL') ?? true,
    kinds: webhook?.kinds.filter((kind) => kind !== 'ALL') ?? [],
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
      url,
      enabled,
      description: orNull(description),
      kinds: everything ? ALL : kinds,
      filter: Object.keys(filter).length > 0 ? filter : null,
    };
    if (webhook) {
      if (!(await fields.save(() => change({ input: { id: webhook.id, ...input } })))) return;
      onClose();
    } else {
      const made = await fields.save(() => create({ input }));
      if (!made) return;
      setSecret(made.createWebhook.secret);
    }
    onSaved();
  };
  if (secret) return <ShownOnce label={t('secret')} secret={secret} onCopied={onClose} />;
  return (
    <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
      <TextInput label={t('url')} type="url" placeholder="https://" data-autofocus {...fields.text('url')} />
      <TextInput label={t('description')} {...fields.text('description')} />
      <Switch label={t('sendAllEvents')} {...fields.box('everything')} />
      {!fields.values.everything && (
        <MultiSelect
          label={t('kinds')}
          data={choices?.webhookKinds.map(({ kind, name }) => ({ value: kind, label: name })) ?? []}
          searchable
          comboboxProps={{ transitionProps: { duration: 0 } }}
          {...fields.texts('kinds')}
        />
      )}
      <EventNames
        label={t('eventNames')}
        description={t('eventNamesHint')}
        {...fields.texts('eventNames')}
        error={fields.errorOf('filter.eventNames')}
      />
      <NativeSelect
        label={t('onlyList')}
        {...fields.text('listId')}
        error={fields.errorOf('filter.listId') ?? fields.errorOf('filter.list')}
        data={[
          { value: '', label: t('anyList') },
          ...(choices?.lists.nodes.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
      />
      <Switch label={t('enabled')} description={t('enabledHint')} {...fields.box('enabled')} />
    </Fields>
  );
}

interface Props {
  /** Absent when creating one. */
  webhook: WebhookRowFragment | undefined;
  onSaved: () => void;
  onClose: () => void;
}
