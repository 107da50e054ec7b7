import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTransportsText } from './texts.ts';

const MODES = ['REQUIRED', 'OPPORTUNISTIC', 'OFF'] as const;

/** When a transport encrypts. */
export function TransportTls({ text }: Props) {
  const say = useTransportsText();
  return (
    <NativeSelect
      label={say('tls')}
      description={say('tlsMore')}
      data={[{ value: '', label: say('tlsDefault') }, ...MODES.map((value) => ({ value, label: say(value) }))]}
      {...text('tls')}
    />
  );
}

/** Which certificates a transport trusts, and how it introduces itself. */
export function TransportSecurity({ text }: Props) {
  const say = useTransportsText();
  return (
    <>
      <TextInput label={say('fingerprint')} description={say('fingerprintMore')} {...text('fingerprint')} />
      <TextInput
        label={say('ehloName')}
        description={say('ehloNameMore')}
        placeholder="mail.shop.example"
        {...text('ehloName')}
      />
      <Textarea
        label={say('ca')}
        description={say('caMore')}
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
