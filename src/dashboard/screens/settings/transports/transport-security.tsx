import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTransportsText } from './texts.ts';

const MODES = ['REQUIRED', 'OPPORTUNISTIC', 'OFF'] as const;

/** When a transport encrypts. */
export function TransportTls({ text }: Props) {
  const t = useTransportsText();
  return (
    <NativeSelect
      label={t('tls')}
      description={t('tlsHint')}
      data={[{ value: '', label: t('tlsDefault') }, ...MODES.map((value) => ({ value, label: t(value) }))]}
      {...text('tls')}
    />
  );
}

/** Which certificates a transport trusts, and how it introduces itself. */
export function TransportSecurity({ text }: Props) {
  const t = useTransportsText();
  return (
    <>
      <TextInput label={t('fingerprint')} description={t('fingerprintHint')} {...text('fingerprint')} />
      <TextInput
        label={t('ehloName')}
        description={t('ehloNameHint')}
        placeholder="mail.shop.example"
        {...text('ehloName')}
      />
      <Textarea
        label={t('ca')}
        description={t('caHint')}
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...text('ca')}
      />
    </>
  );
}

type Field = 'tls' | 'ca' | 'fingerprint' | 'ehloName';

interface Props {
  /** Binds a field, as `useFields` does. */
  text: (field: Field) => {
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
    error: string | undefined;
  };
}
