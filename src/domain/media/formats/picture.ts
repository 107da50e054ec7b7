import { ValidationError } from '../../../errors.ts';

export const MEDIA_TYPES = ['png', 'jpeg', 'gif', 'webp'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A file of a format, taken apart and put together again without what is not needed to show it. */
export interface Picture {
  type: MediaType;
  /** In pixels, as the file has them. */
  width: number;
  height: number;
  /** One, unless it moves. */
  frames: number;
  /** How it has to be turned to stand upright, as EXIF counts: 1 is upright. */
  orientation: number;
  /** Without places, cameras, previews and comments, and without anything before, between or behind what is the picture. */
  bytes: Buffer;
}

/** What is wrong with a file that is sent as a picture. `problem` completes "The file field …". */
export const pictureProblem = (problem: string): ValidationError => new ValidationError([{ path: ['file'], problem }]);

export const incomplete = (): ValidationError => pictureProblem('is incomplete: it ends before the picture does.');
export const damaged = (): ValidationError => pictureProblem('is damaged: it cannot be read as a picture.');
