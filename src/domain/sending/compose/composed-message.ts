/** A composed message, before it is signed. */
export interface ComposedMessage {
  /** Id of the ledger row. Names the message in files and logs. */
  id: string;
  /** When sending was requested. */
  createdAt: Date;
  /** Address of the From header, whose domain signs the message. Bounces go to the envelope's sender. */
  sender: string;
  /** Normalised addresses. The message goes to these, regardless of the headers. */
  envelope: { from: string; to: readonly string[] };
  raw: Buffer;
  /**
   * Makes the same message for only the recipients with ASCII addresses, without naming others, for a server without SMTPUTF8.
   * Absent when there are none, or no others.
   */
  ascii?: () => Promise<ComposedMessage>;
}

/** A built message with its subject. */
export interface BuiltMessage {
  message: ComposedMessage;
  subject: string;
  /** Recipients that were left out because they are suppressed. */
  leftOut?: readonly string[];
}
