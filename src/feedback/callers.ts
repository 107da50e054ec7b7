import type { Socket } from 'node:net';

/** Limits for connections from one IP address. */
export interface CallerLimits {
  /** Connections open at once from one address. */
  open: number;
  /** Connections from one address within a minute. */
  perMinute: number;
  /** The longest a connection may last, in milliseconds, even a busy one. */
  lifetime: number;
}

const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** Counts connections by IP address, and closes those that last too long. */
export class Callers {
  readonly #limits: CallerLimits;
  readonly #open = new Map<string, Set<Socket>>();
  #recent = new Map<string, number>();
  #since = 0;

  constructor(limits: CallerLimits) {
    this.#limits = limits;
  }

  /** Must be called for each new connection. */
  add(socket: Socket): void {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, ''); // an IPv4 address on a dual-stack socket
    const sockets = this.#open.get(address) ?? new Set();
    this.#open.set(address, sockets.add(socket));
    this.#count(address);
    const end = setTimeout(() => socket.destroy(), this.#limits.lifetime);
    socket.once('close', () => {
      clearTimeout(end);
      sockets.delete(socket);
      if (sockets.size === 0) this.#open.delete(address);
    });
  }

  /** Whether an address has exceeded its limits and should try again later. */
  tooMany(address: string): boolean {
    const open = this.#open.get(address)?.size ?? 0;
    return open > this.#limits.open || (this.#recent.get(address) ?? 0) > this.#limits.perMinute;
  }

  /** Closes one connection, or all of them. */
  hangUp(address?: string, port?: number): void {
    for (const [from, sockets] of this.#open) {
      for (const socket of sockets) {
        if (address === undefined || (from === address && socket.remotePort === port)) socket.destroy();
      }
    }
  }

  #count(address: string): void {
    const now = Date.now();
    if (now - this.#since >= MINUTE_MS || this.#recent.size >= MAX_ADDRESSES) {
      this.#recent = new Map();
      this.#since = now;
    }
    this.#recent.set(address, (this.#recent.get(address) ?? 0) + 1);
  }
}
