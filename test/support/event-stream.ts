import { until } from './until.ts';

/** An event of a stream. */
export interface ServerEvent {
  id?: string;
  event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came
  data: any;
}

export interface EventStream {
  status: number;
  headers: Headers;
  events: ServerEvent[];
  /** Whether the server ended or cut the connection. */
  ended(): boolean;
  close(): void;
}

/** Opens an event stream as a browser's EventSource would, without its reconnecting, and resolves with the response. */
export async function openEventStream(
  url: string,
  { token, lastEventId }: { token: string; lastEventId?: string | undefined },
): Promise<EventStream> {
  const abort = new AbortController();
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const response = await fetch(url, { headers, signal: abort.signal });
  const events: ServerEvent[] = [];
  let isOver = false;
  void read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: () => isOver,
    close: () => abort.abort(),
  };

  async function read(): Promise<void> {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = eventIn(text.slice(0, end));
        if (event) events.push(event);
        text = text.slice(end + 2);
      }
    }
  }
}

/** Undefined for a comment. */
function eventIn(block: string): ServerEvent | undefined {
  const fields = Object.fromEntries(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
  );
  return fields.data === undefined ? undefined : { ...fields, data: JSON.parse(fields.data) };
}

/** Waits until a stream has this many events. */
export const untilEvents = async ({ events }: Pick<EventStream, 'events'>, count: number): Promise<ServerEvent[]> => {
  await until(() => events.length >= count);
  return events;
};
