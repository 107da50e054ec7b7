import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BackupKey } from '../database/backup/backup-encryption.ts';
import type { Arguments } from './arguments.ts';
import { UsageError } from './run.ts';

const OPTION = { public: 'encrypt-to', private: 'key' } as const;
const SHORTEST = 12;

/** Reads the key given by `--passphrase-file`, `--encrypt-to` or `--key`. Undefined without any. Throws UsageError. */
export function readBackupKey(option: Arguments['option'], kind: 'public' | 'private'): BackupKey | undefined {
  const [passphraseFile, keyFile] = [option('passphrase-file'), option(OPTION[kind])];
  if (passphraseFile !== undefined && keyFile !== undefined) {
    throw new UsageError(`--passphrase-file and --${OPTION[kind]} cannot be used together`);
  }
  if (passphraseFile !== undefined) return { passphrase: readPassphrase(passphraseFile) };
  return keyFile === undefined ? undefined : { key: readKey(keyFile, kind) };
}

function readPassphrase(file: string): string {
  const passphrase = readText(file).replace(/\r?\n$/, '');
  if (passphrase.length < SHORTEST)
    throw new UsageError(`${file} must contain a passphrase of at least ${SHORTEST} characters`);
  return passphrase;
}

function readKey(file: string, kind: 'public' | 'private'): KeyObject {
  const text = readText(file);
  const wrong = new UsageError(`${file} must have a ${kind} key of X25519 in PEM`);
  if (kind === 'public' && text.includes('PRIVATE KEY')) throw wrong;
  let key: KeyObject;
  try {
    key = kind === 'public' ? createPublicKey(text) : createPrivateKey(text);
  } catch {
    throw wrong;
  }
  if (key.asymmetricKeyType !== 'x25519') throw wrong;
  return key;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
