import { Stack, Textarea, TextInput } from '@mantine/core';
import { orNull, type useFields } from '../../../editing/use-fields.ts';
import { useDomainsText } from './texts.ts';

/** An own key, as it is typed. */
export interface OwnKey {
  selector: string;
  privateKey: string;
}

export const NO_OWN_KEY: OwnKey = { selector: '', privateKey: '' };

export const ownKeyInput = ({ selector, privateKey }: OwnKey) => ({
  selector: orNull(selector),
  privateKey: orNull(privateKey),
});

/** The selector and private key of a DKIM key. Both are optional. */
export function OwnKeyFields({
  text,
}: {
  text: ReturnType<typeof useFields<{ selector: string; privateKey: string }>>['text'];
}) {
  const t = useDomainsText();
  return (
    <Stack>
      <TextInput
        label={t('selector')}
        description={t('selectorHint')}
        placeholder="mail2026"
        autoComplete="off"
        {...text('selector')}
      />
      <Textarea
        label={t('privateKey')}
        description={t('privateKeyHint')}
        placeholder="-----BEGIN PRIVATE KEY-----"
        autoComplete="off"
        spellCheck={false}
        autosize
        minRows={3}
        maxRows={8}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...text('privateKey')}
      />
    </Stack>
  );
}
