import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { newestBuild } from '../../database/own-build.ts';
import { SharedBytes } from '../../http/shared-bytes.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface PlaygroundFile {
  type: string;
  bytes: SharedBytes;
}

/** The built files (playground.config.ts), 2.4 MB, by `<hash>-<name>`. Undefined when they were not built. */
export function readPlaygroundFiles(): ReadonlyMap<string, PlaygroundFile> | undefined {
  const build = newestBuild();
  const folder = join(build ?? '', 'playground');
  if (!build || !existsSync(folder)) return undefined;
  const read = (name: string): PlaygroundFile => ({
    type: TYPES[extname(name)] as string,
    bytes: new SharedBytes('packed', readFileSync(join(folder, `${name}.gz`))),
  });
  const names = readdirSync(folder).map((file) => file.replace(/\.gz$/, ''));
  return new Map(names.map((name) => [name, read(name)]));
}
