import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './commands/command-line.ts';

// By default V8 lets garbage grow to several times the live heap before it collects: 300 MB during an import.
setFlagsFromString('--heap-growing-percent=40');
// Only Prisma's query compiler is WebAssembly. Its plans are cached, so it runs rarely; optimising it would cost 35 MB.
setFlagsFromString('--liftoff-only');

process.exitCode = await runCommandLine(process.argv.slice(2));
cluster.worker?.disconnect(); // its channel to the process that started it would keep it running
