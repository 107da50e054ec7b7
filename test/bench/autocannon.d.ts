declare module 'autocannon' {
  interface Request {
    path?: string;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }
  interface Options {
    url: string;
    connections: number;
    duration?: number;
    /** The total number of requests, instead of a duration. */
    amount?: number;
    /** Requests a second, over all connections. */
    overallRate?: number;
    method?: string;
    headers?: Record<string, string>;
    requests?: Request[];
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void;
  }
  interface Result {
    duration: number;
    requests: { total: number; average: number };
    /** In milliseconds. */
    latency: { p99: number };
    errors: number;
    non2xx: number;
    '3xx': number;
    statusCodeStats: Record<string, { count: number }>;
  }
  interface Running extends PromiseLike<Result> {
    on(event: 'start' | 'response', listener: () => void): void;
  }
  export default function autocannon(options: Options): Running;
}
