/** How Vite builds the dashboard into dist/dashboard: hashed names, and each file beside its packed forms. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// Whoever builds it, such as a test: what is served is for use, not for development.
process.env.NODE_ENV = 'production';

const ROOT = join(import.meta.dirname, 'src/dashboard');
const OUT = join(import.meta.dirname, 'dist/dashboard');
const PACKED = /\.(js|css|svg)$/;

/** Packs once what is sent many times. */
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

/** Tells the server the screens: the folder of a screen is the first part of its address. */
const screens = (): Plugin => ({
  name: 'screens',
  generateBundle() {
    const names = readdirSync(join(ROOT, 'screens')).sort();
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(names) });
  },
});

export default defineConfig({
  root: ROOT,
  // Relative, because an installation may be below a path; the document says which in <base>.
  base: '',
  plugins: [react(), screens(), packed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
