import type { Role } from '../../../../generated/dashboard/members.ts';

export const ROLES = ['VIEWER', 'EDITOR', 'OWNER'] as const satisfies readonly Role[];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);
