import type { BlockDocument } from '../compiling/blocks/document.ts';

/** A template to start from. A team copies it and changes the copy. */
export interface ReadyMade {
  /** Stays the same when the name changes. */
  key: string;
  name: string;
  /** What it is for, and which data it needs. */
  description: string;
  subject: string;
  document: BlockDocument;
  /** Sample data for a preview that shows every part. A picture of ours is `pictures:product-rye`. */
  variables: Record<string, unknown>;
  /** Whether it is sent as it stands, so that it comes in all our languages (`languages/`). */
  translated?: boolean;
}
