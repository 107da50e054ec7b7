/** Token scopes: a token with scopes can do only these things. */
export const TOKEN_SCOPES = ['events:write', 'mails:send'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
