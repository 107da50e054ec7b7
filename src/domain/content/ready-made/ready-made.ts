import type { BlockDocument } from '../compiling/blocks/document.ts';

/** A template to begin with: copied into a team, it is the team's own to change. */
export interface ReadyMade {
  /** Stays as it is, whatever the name becomes. */
  key: string;
  name: string;
  /** What it is for, and what it needs. */
  description: string;
  subject: string;
  document: BlockDocument;
  /** With these it shows all that it can. */
  variables: Record<string, unknown>;
}
