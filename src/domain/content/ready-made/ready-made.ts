import type { BlockDocument } from '../compiling/blocks/document.ts';

/** A template to start from. A team copies it and changes the copy. */
export interface ReadyMade {
  /** Stays the same when the name changes. */
  key: string;
  name: string;
  /** Its purpose and the data that it requires. */
  description: string;
  subject: string;
  document: BlockDocument;
  /** Sample data for a preview that shows every part. A picture of ours is `pictures:product-rye`. */
  variables: Record<string, unknown>;
  /** Whether it is sent unchanged, and so comes in all our languages (`languages/`). */
  translated?: boolean;
}
