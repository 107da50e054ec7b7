/** What a token can be narrowed to: it then does this and nothing else. */
export const TOKEN_SCOPES = ['events:write', 'mails:send'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
