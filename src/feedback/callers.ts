import type { Socket } from 'node:net';
import { hostOf, plainAddress } from '../network/networks.ts';

/** Limits for connections from one network: an IPv4 address, or for IPv6 a /64, which belongs to one customer. */
export interface CallerLimits {
  /** Connections open at once from one network. */
  open: number;
  /** Connections from one network within a minute. */
  perMinute: number;
  /** The longest a connection may last, in milliseconds, even a busy one. */
  lifetime: number;
}

const MINUTE_MS = 60_000;
const MAX_NETWORKS = 10_000;

/** Counts connections by network, and closes those that last too long. */
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
    const network = hostOf(socket.remoteAddress ?? '');
    const sockets = this.#open.get(network) ?? new Set();
    this.#open.set(network, sockets.add(socket));
    this.#count(network);
    const end = setTimeout(() => socket.destroy(), this.#limits.lifetime);
    socket.once('close', () => {
      clearTimeout(end);
      sockets.delete(socket);
      if (sockets.size === 0) this.#open.delete(network);
    });
  }

  /** Whether the network of an address has exceeded its limits and should try again later. */
  tooMany(address: string): boolean {
    const network = hostOf(address);
    const open = this.#open.get(network)?.size ?? 0;
    return open > this.#limits.open || (this.#recent.get(network) ?? 0) > this.#limits.perMinute;
  }

  /** Closes one connection, or all of them. */
  hangUp(address?: string, port?: number): void {
    for (const socket of [...this.#open.values()].flatMap((sockets) => [...sockets])) {
      const isThat = plainAddress(socket.remoteAddress ?? '') === address && socket.remotePort === port;
      if (address === undefined || isThat) socket.destroy();
    }
  }

  #count(network: string): void {
    const now = Date.now();
    if (now - this.#since >= MINUTE_MS || this.#recent.size >= MAX_NETWORKS) {
      this.#recent = new Map();
      this.#since = now;
    }
    this.#recent.set(network, (this.#recent.get(network) ?? 0) + 1);
  }
}
