import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  AddFeedbackSourceDocument,
  type AddFeedbackSourceMutation,
  type FeedbackProvider,
} from '../../../../generated/dashboard/deliverability.ts';
import { type Succeeded, useMutation } from '../../../client/use-mutation.ts';
import { CopyField } from '../../../editing/copy-field.tsx';
import { Fields } from '../../../editing/fields.tsx';
import { ShownOnce } from '../../../editing/shown-once.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { useSourceText } from './source-texts.ts';

const PROVIDERS = ['SES', 'POSTMARK', 'MAILGUN', 'SENDGRID', 'GENERIC'] as const satisfies FeedbackProvider[];

/** Only they can create the secret of their reports. For the others, we do. */
const MAKERS = ['SES', 'MAILGUN', 'SENDGRID'] as const;

/** Creates a feedback source, then shows its address, and the secret that was created for it. */
export function AddSource({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const t = useSourceText();
  const [create] = useMutation(AddFeedbackSourceDocument);
  const [made, setMade] = useState<Succeeded<AddFeedbackSourceMutation>['createFeedbackSource']>();
  const fields = useFields({ provider: 'SES' as FeedbackProvider, name: '', secret: '' });
  const { provider, name, secret } = fields.values;
  const maker = MAKERS.find((one) => one === provider);
  const save = async () => {
    const input = { provider, name: orNull(name), secret: maker ? orNull(secret) : null };
    const done = await fields.save(() => create({ input }));
    if (!done) return;
    setMade(done.createFeedbackSource);
    onAdded();
  };
  if (made)
    return (
      <ShownOnce label={t('url')} secret={made.url} onCopied={onClose}>
        {/* Postmark's is a part of the address. */}
        {made.secret && made.feedbackSource.provider !== 'POSTMARK' && (
          <CopyField label={t('secret')} value={made.secret} />
        )}
        <Text size="sm">{t(`${made.feedbackSource.provider}_next`)}</Text>
      </ShownOnce>
    );
  return (
    <Fields of={fields} onSave={() => void save()} action={t('addSource')} onCancel={onClose}>
      <NativeSelect
        label={t('provider')}
        data={PROVIDERS.map((value) => ({ value, label: t(value) }))}
        data-autofocus
        {...fields.text('provider')}
      />
      <TextInput label={t('nameOptional')} {...fields.text('name')} />
      {maker && (
        <TextInput
          label={t(`${maker}_secret`)}
          placeholder={maker === 'SES' ? 'arn:aws:sns:eu-west-1:123456789012:bounces' : undefined}
          autoComplete="off"
          spellCheck={false}
          {...fields.text('secret')}
        />
      )}
    </Fields>
  );
}
