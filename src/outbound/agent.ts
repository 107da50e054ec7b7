import { Agent } from 'undici';
import type { AllowedHosts } from './allowed-hosts.ts';
import { guardedConnector } from './guarded-connector.ts';

const MAX_HEADER_BYTES = 16_384;

/** Sends requests to allowed hosts only, and keeps connections for a second. */
export const agentFor = (hosts: AllowedHosts): Agent =>
  new Agent({
    connect: guardedConnector(hosts),
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
  });
