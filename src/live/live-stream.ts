/** A stream of items for one reader. */
export interface LiveStream<Item extends object> extends AsyncIterableIterator<Item> {
  /** Aborted once nothing more can be read. */
  readonly ended: AbortSignal;
  /** Waits for an item or the end, without reading it. Returns whether there is an item. */
  arrival(): Promise<boolean>;
  /** Ends the stream at once and discards unread items. */
  end(error?: Error): void;
}

/** Whether the items of a stream can be waited for without reading them. */
export const isLiveStream = (events: object): events is LiveStream<object> => 'arrival' in events;
