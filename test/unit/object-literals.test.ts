import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = new URL('../../src/', import.meta.url).pathname;

test('objects list their fields one by one, not packed in groups', () => {
  const packed = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
    .filter((file) => /\.\.\.\(?\{/.test(readFileSync(join(SRC, file), 'utf8')));
  expect(packed).toEqual([]);
});
