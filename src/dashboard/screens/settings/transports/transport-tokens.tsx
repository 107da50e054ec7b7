import { NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import type { OAuth2Provider, TransportRowFragment } from '../../../../generated/dashboard/transports.ts';
import { orNull } from '../../../editing/use-fields.ts';
import { useTransportsText } from './texts.ts';

const METHODS = ['', 'MICROSOFT', 'GOOGLE', 'OTHER'] as const;

/** How a transport logs in: with a password (''), or with access tokens of a known provider or from another token URL. */
export interface Tokens {
  method: (typeof METHODS)[number];
  tenant: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

export const tokensOf = (oauth2: TransportRowFragment['oauth2'] | undefined): Tokens => ({
  method: oauth2 ? (oauth2.provider ?? 'OTHER') : '',
  tenant: oauth2?.tenant ?? '',
  tokenUrl: oauth2?.tokenUrl ?? '',
  clientId: oauth2?.clientId ?? '',
  clientSecret: '',
  refreshToken: '',
});

/** The OAuth input: absent if unchanged, since secrets are never shown. */
export function tokensInput(tokens: Tokens, before: TransportRowFragment['oauth2'] | undefined) {
  if (JSON.stringify(tokens) === JSON.stringify(tokensOf(before))) return {};
  if (tokens.method === '') return { oauth2: null };
  const { method, tenant, tokenUrl, clientId, clientSecret, refreshToken } = tokens;
  const provider: OAuth2Provider | null = method === 'OTHER' ? null : method;
  const address = {
    tenant: method === 'MICROSOFT' ? orNull(tenant) : null,
    tokenUrl: provider ? null : orNull(tokenUrl),
  };
  return {
    password: null,
    oauth2: { provider, ...address, clientId, clientSecret: orNull(clientSecret), refreshToken },
  };
}

/** Chooses between a password and access tokens. */
export function TransportLogin({ tokens, onChange, error }: Omit<Props, 'errorOf'> & { error: string | undefined }) {
  const t = useTransportsText();
  return (
    <NativeSelect
      label={t('loginMethod')}
      data={METHODS.map((value) => ({ value, label: t(`by${value || 'PASSWORD'}`) }))}
      value={tokens.method}
      onChange={(event) => onChange({ ...tokens, method: event.currentTarget.value as Tokens['method'] })}
      error={error}
    />
  );
}

/** The fields of an OAuth login. None for a password. */
export function TransportTokens({ tokens, onChange, errorOf }: Props) {
  const t = useTransportsText();
  const bound = (key: 'tenant' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'refreshToken') => ({
    value: tokens[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...tokens, [key]: event.currentTarget.value }),
    error: errorOf(key),
    autoComplete: 'off',
  });
  const hidden = { visibilityToggleButtonProps: { 'aria-label': t('showSecret') }, autoComplete: 'new-password' };
  return (
    <>
      {tokens.method !== '' && (
        <>
          {tokens.method === 'MICROSOFT' && (
            <TextInput label={t('tenant')} placeholder="shop.example" {...bound('tenant')} />
          )}
          {tokens.method === 'OTHER' && (
            <TextInput
              label={t('tokenUrl')}
              placeholder="https://login.provider.example/token"
              {...bound('tokenUrl')}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t('clientId')} {...bound('clientId')} />
            <PasswordInput label={t('clientSecret')} {...bound('clientSecret')} {...hidden} />
          </SimpleGrid>
          <PasswordInput
            label={t('refreshToken')}
            description={t('refreshTokenHint')}
            {...bound('refreshToken')}
            {...hidden}
          />
        </>
      )}
    </>
  );
}

interface Props {
  tokens: Tokens;
  onChange: (tokens: Tokens) => void;
  /** The server's error for a field. */
  errorOf: (field: string) => string | undefined;
}
