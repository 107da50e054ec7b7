import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { checkoutRoot } from '../database/home.ts';

/** A dashboard file in each encoding it was built in. */
interface Asset {
  type: string;
  /** The smallest encoding that a client's Accept-Encoding allows. */
  inBest(accepted: string): { encoding: 'br' | 'gzip' | undefined; content: Buffer };
}

export interface Dashboard {
  document: string;
  /** The first segment of each screen's path. */
  screens: readonly string[];
  /** The files that a page needs besides the document's own, by its path, such as /lists/:id. */
  pages: ReadonlyMap<string, readonly string[]>;
  /** By name. The names are hashes of the contents. */
  assets: ReadonlyMap<string, Asset>;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the built dashboard, a few hundred kilobytes. Undefined when it was not built. */
export function readDashboard(): Dashboard | undefined {
  const folder = join(checkoutRoot(), 'dist', 'dashboard');
  if (!existsSync(join(folder, 'screens.json'))) return undefined;
  const screens: Record<string, Record<string, string[]>> = JSON.parse(
    readFileSync(join(folder, 'screens.json'), 'utf8'),
  );
  const pages = Object.values(screens).flatMap((pages) => Object.entries(pages));
  const assets = readdirSync(join(folder, 'assets')).filter((name) => extname(name) in TYPES);
  return {
    document: readFileSync(join(folder, 'index.html'), 'utf8'),
    screens: Object.keys(screens),
    pages: new Map(pages.map(([address, files]) => [address.replaceAll('$', ':'), files])),
    assets: new Map(assets.map((name) => [name, readAsset(join(folder, 'assets', name))])),
  };
}

function readAsset(path: string): Asset {
  const forms = [
    { encoding: 'br', content: readPacked(`${path}.br`) },
    { encoding: 'gzip', content: readPacked(`${path}.gz`) },
    { encoding: undefined, content: readFileSync(path) },
  ] as const;
  const takes = (accepted: string, encoding: string) =>
    accepted.split(',').some((one) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`, 'i').test(one));
  return {
    type: TYPES[extname(path)] as string,
    inBest: (accepted) => {
      const best = forms.find(({ encoding, content }) => content && (!encoding || takes(accepted, encoding)));
      return best as { encoding: 'br' | 'gzip' | undefined; content: Buffer };
    },
  };
}

const readPacked = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
