/** How Vite builds the dashboard into dist/dashboard: hashed names, and each file beside its compressed forms. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

// Even when a test builds it: the result is for production, not for development.
process.env.NODE_ENV = 'production';

const ROOT = join(import.meta.dirname, 'src/dashboard');
const OUT = join(import.meta.dirname, 'dist/dashboard');
const PACKED = /\.(js|css|svg)$/;

/** Compresses files once, because they are sent many times. */
const packed = (): Plugin => ({
  name: 'packed',
  writeBundle() {
    const assets = join(OUT, 'assets');
    for (const name of readdirSync(assets).filter((name) => PACKED.test(name))) {
      const content = readFileSync(join(assets, name));
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
});

/** The path of a page, from its file. */
const ADDRESS = /createLazyRoute\('([^']+)'\)/;
/** The layout around all pages of a screen. */
const LAYOUT = 'layout.tsx';

/** Lists the screens, which are folders, and the files that each page of a screen needs besides the frame, for the server. */
const screens = (): Plugin => ({
  name: 'screens',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const needed = (file: string, known = new Set<string>()): ReadonlySet<string> => {
      if (known.has(file)) return known;
      known.add(file);
      const { imports, viteMetadata } = bundle[file] as Rolldown.OutputChunk;
      for (const style of viteMetadata?.importedCss ?? []) known.add(style);
      for (const other of imports) needed(other, known);
      return known;
    };
    const frame = needed(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
    const filesOf = (file: string): string[] =>
      chunks.filter(({ facadeModuleId }) => facadeModuleId === file).flatMap(({ fileName }) => [...needed(fileName)]);
    const pagesOf = (screen: string): [address: string, files: string[]][] => {
      const folder = join(ROOT, 'screens', screen);
      const around = filesOf(join(folder, LAYOUT));
      return chunks.flatMap(({ facadeModuleId }) => {
        if (!facadeModuleId?.startsWith(`${folder}/`)) return [];
        const [, address] = ADDRESS.exec(readFileSync(facadeModuleId, 'utf8')) ?? [];
        const files = new Set([...around, ...filesOf(facadeModuleId)]);
        return address ? [[address, [...files].filter((file) => !frame.has(file))]] : [];
      });
    };
    const names = readdirSync(join(ROOT, 'screens')).sort();
    const source = JSON.stringify(Object.fromEntries(names.map((name) => [name, Object.fromEntries(pagesOf(name))])));
    this.emitFile({ type: 'asset', fileName: 'screens.json', source });
  },
});

/**
 * A browser loads six files at a time, so a screen of fifty small files is slow. The frame's code is one file, and so is the code
 * that most screens share, of libraries and of ours; lower counts would bring the first screen over its 250 kB.
 */
const TOGETHER = [
  { name: 'frame', tags: ['$initial' as const], priority: 1 },
  { name: 'components', test: /node_modules/, minShareCount: 24 },
  { name: 'shared', test: /dashboard/, minShareCount: 14 },
];

export default defineConfig({
  root: ROOT,
  // Relative, because an installation may be below a path; <base> in the document names it.
  base: '',
  plugins: [react(), screens(), packed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } },
  },
});
