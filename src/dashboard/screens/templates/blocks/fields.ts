import type { Value } from './document.ts';

/** A value of a block, and how it is edited. */
export type Field =
  | { key: string; as: 'line' | 'text' | 'address' | 'picture' | 'code' | 'align' | 'colour'; optional?: true }
  /** `of`: the value that must be given for the switch to be shown. `label`: another label. */
  | { key: string; as: 'flag'; optional?: true; of?: string; label?: string }
  | { key: string; as: 'number'; min: number; max: number; optional?: true }
  | { key: string; as: 'choice'; of: readonly (string | number)[]; optional?: true }
  | {
      key: string;
      as: 'list';
      fields: readonly Field[];
      starter: { [key: string]: Value };
      min: number;
      max: number;
      optional?: true;
    };

const optional = true;

export const align = { key: 'align', as: 'align', optional } as const;
export const colour = (key: string) => ({ key, as: 'colour', optional }) as const;
export const line = (key: string) => ({ key, as: 'line' }) as const;
export const maybe = <Kind extends 'line' | 'text' | 'address' | 'picture' | 'flag'>(key: string, as: Kind) =>
  ({ key, as, optional }) as const;

/** Whether clicks on a link are not counted. The switch is shown once there is a link. */
export const noTrack = { key: 'no_track', as: 'flag', optional, of: 'href' } as const;

export const number = (key: string, min: number, max: number) => ({ key, as: 'number', min, max, optional }) as const;

export const NETWORKS = [
  ...(['instagram', 'facebook', 'x', 'linkedin', 'youtube', 'tiktok', 'pinterest', 'mastodon'] as const),
  ...(['bluesky', 'threads', 'whatsapp', 'github', 'website', 'email'] as const),
] as const;

export const SETTINGS: readonly Field[] = [
  number('width', 320, 900),
  colour('background'),
  colour('content_background'),
  colour('color'),
  colour('link_color'),
  maybe('font_family', 'line'),
  number('corners', 0, 40),
  maybe('dark_mode', 'flag'),
  maybe('language', 'line'),
];
