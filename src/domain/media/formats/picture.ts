import { ValidationError } from '../../../errors.ts';

export const MEDIA_TYPES = ['png', 'jpeg', 'gif', 'webp'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A picture file, rewritten without data that is not needed to show it. */
export interface Picture {
  type: MediaType;
  /** In pixels, as in the file. */
  width: number;
  height: number;
  /** More than one for animations. */
  frames: number;
  /** The EXIF orientation: 1 is upright. */
  orientation: number;
  /** Without location, camera, previews and comments, and without any data before, between or after the picture. */
  bytes: Buffer;
}

/** The issue with a file sent as a picture. `problem` completes "The file field …". */
export const pictureProblem = (problem: string): ValidationError => new ValidationError([{ path: ['file'], problem }]);

export const incomplete = (): ValidationError => pictureProblem('is truncated. Upload it again.');
export const damaged = (): ValidationError => pictureProblem('is damaged. It cannot be read as an image.');
